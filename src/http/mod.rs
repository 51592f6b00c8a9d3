//! HTTP: routes, the event stream, problems, auth. The only place that knows status codes.
//!
//! [`router`] is the table of contents. A request is checked in this order: size, Host and Origin, auth, route and
//! method, JSON, fields, and then by what it asks for.

mod actions;
mod app;
mod assets;
mod auth;
mod body;
mod bundles;
mod campaigns;
mod chat;
mod debug;
mod error;
mod events;
mod forecast;
mod gate;
mod health;
mod heroes;
mod history;
mod journal;
mod memory;
mod metrics;
mod openapi;
mod page;
mod plans;
mod plot;
mod retelling;
mod rules;
mod serve;
mod sessions;
mod sheet;
mod spending;
mod suggestions;
mod table;

pub use app::{App, Auth, Gate, Pictures, Settings};
pub use openapi::document;
pub use serve::serve;

use axum::{Router, extract::DefaultBodyLimit, middleware};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{CompressionLayer, DefaultPredicate, Predicate, predicate::NotForContentType},
    set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use error::Error;

/// The largest body of a request, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// Every route of the API, with its part of the OpenAPI document.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::info))
        .routes(routes!(openapi::read))
        .routes(routes!(metrics::metrics))
        .routes(routes!(suggestions::suggestion_stats))
        .routes(routes!(auth::sign_in))
        .routes(routes!(auth::sign_out))
        .routes(routes!(heroes::list))
        .routes(routes!(rules::search))
        .routes(routes!(rules::read))
        .routes(routes!(sessions::create, sessions::list))
        .routes(routes!(sessions::read, sessions::rename, sessions::delete))
        .routes(routes!(spending::read, spending::set))
        .routes(routes!(bundles::export))
        .routes(routes!(bundles::import))
        .routes(routes!(campaigns::list, campaigns::import))
        .routes(routes!(campaigns::read, campaigns::delete))
        .routes(routes!(campaigns::map))
        .routes(routes!(plot::read))
        .routes(routes!(plot::map))
        .routes(routes!(assets::read))
        .routes(routes!(plans::list, plans::create))
        .routes(routes!(plans::read, plans::delete))
        .routes(routes!(plans::map))
        .routes(routes!(plans::chat))
        .routes(routes!(plans::events))
        .routes(routes!(plans::cancel))
        .routes(routes!(plans::finalize))
        .routes(routes!(heroes::join))
        .routes(routes!(heroes::leave))
        .routes(routes!(heroes::level_up))
        .routes(routes!(sheet::read))
        .routes(routes!(chat::chat))
        .routes(routes!(chat::cancel))
        .routes(routes!(actions::act, actions::legal))
        .routes(routes!(forecast::odds))
        .routes(routes!(events::events))
        .routes(routes!(history::turns))
        .routes(routes!(debug::debug))
        .routes(routes!(retelling::undo))
        .routes(routes!(retelling::retry))
        .routes(routes!(retelling::choose))
        .routes(routes!(retelling::branch))
        .routes(routes!(retelling::why))
        .routes(routes!(table::roll))
        .routes(routes!(memory::recall))
        .routes(routes!(memory::clear))
        .routes(routes!(memory::search))
        .routes(routes!(memory::recap))
        .routes(routes!(journal::read, journal::write))
        .routes(routes!(journal::revise, journal::take_out))
}

/// What is packed on its way: music doesn't get smaller, and a minute of it takes a while to try.
fn worth_packing() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("audio/"))
}

/// The whole service.
pub fn router(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    api.fallback(page::file)
        .method_not_allowed_fallback(|| async { Error::method_not_allowed() })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), auth::require))
        .layer(middleware::from_fn_with_state(app.clone(), gate::known_host_and_origin))
        .layer(middleware::from_fn(gate::size))
        .layer(gate::cors(&app))
        .layer(CompressionLayer::new().compress_when(worth_packing()))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(SetResponseHeaderLayer::if_not_present(gate::CSP.0, gate::CSP.1))
        .layer(SetResponseHeaderLayer::if_not_present(gate::NOSNIFF.0, gate::NOSNIFF.1))
        .layer(SetResponseHeaderLayer::if_not_present(gate::REFERRER.0, gate::REFERRER.1))
        .layer(SetResponseHeaderLayer::if_not_present(gate::OPENER.0, gate::OPENER.1))
        .layer(SetResponseHeaderLayer::if_not_present(gate::NO_STORE.0, gate::NO_STORE.1))
        .layer(TraceLayer::new_for_http())
        .layer(middleware::from_fn_with_state(app.clone(), error::finish))
        .layer(middleware::from_fn(page::lighten))
        .with_state(app)
}
