//! HTTP: routes, event streams, problems, sign-in. The only place that knows status codes.
//!
//! [`router`] is the table of contents. A request is checked in this order: size, Host and Origin, authentication, route and
//! method, JSON, fields, and then by its handler.

mod accept;
mod actions;
mod app;
mod assets;
mod auth;
mod body;
mod bundles;
mod campaigns;
mod chat;
mod client;
mod debug;
mod docs;
mod error;
mod events;
mod forecast;
mod gate;
mod guests;
mod head_timeout;
mod health;
mod heroes;
mod history;
mod invitations;
mod join;
mod journal;
mod limits;
mod memory;
mod metrics;
mod observe;
mod openapi;
mod page;
mod plans;
mod plot;
mod policy;
mod prefix;
mod query;
mod questions;
mod request_body;
mod retelling;
mod rounds;
mod rules;
mod safety;
mod seats;
mod serve;
mod sessions;
mod settings;
mod sheet;
mod spending;
mod suggestions;
mod table;
mod table_rules;
mod table_stream;

pub use app::{App, Auth, Gate, Pictures, Settings};
pub use limits::LimitOptions;
pub use openapi::document;
pub use prefix::BasePath;
pub use serve::{ServerOptions, serve};

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    handler::Handler,
    middleware,
    routing::{get, on},
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    classify::{ServerErrorsAsFailures, SharedClassifier},
    compression::{CompressionLayer, DefaultPredicate, Predicate, predicate::NotForContentType},
    request_id::{PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};
use utoipa::openapi::path::HttpMethod;
use utoipa_axum::{PathItemExt, paste, router::OpenApiRouter, routes};

use error::Error;

/// The largest body of a request, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// Builds the API from its handlers, which contain their paths and methods. The document is generated on the first request for
/// it, since that is slow.
macro_rules! api {
    ($($module:ident::$handler:ident),+ $(,)?) => {
        paste! {
            /// Every route of the API.
            fn api() -> Router<App> {
                let router = Router::new();
                $(let router = routed::<$module::[<__path_ $handler>], _, _>(router, $module::$handler);)+
                router
            }

            /// The same with their descriptions.
            fn described() -> OpenApiRouter<App> {
                OpenApiRouter::with_openapi(openapi::head())$(.routes(routes!($module::$handler)))+
            }
        }
    };
}

api![
    health::alive,
    health::ready,
    health::info,
    openapi::read,
    docs::page,
    metrics::metrics,
    suggestions::suggestion_stats,
    auth::sign_in,
    auth::sign_out,
    heroes::list,
    rules::search,
    rules::read,
    sessions::create,
    sessions::list,
    sessions::read,
    sessions::rename,
    sessions::delete,
    settings::change,
    spending::read,
    spending::set,
    safety::tags,
    safety::read,
    safety::set,
    safety::x_card,
    bundles::export,
    bundles::import,
    campaigns::list,
    campaigns::import,
    campaigns::read,
    campaigns::delete,
    campaigns::map,
    plot::read,
    plot::map,
    assets::read,
    plans::list,
    plans::create,
    plans::read,
    plans::delete,
    plans::map,
    plans::chat,
    plans::events,
    plans::cancel,
    plans::finalize,
    heroes::join,
    heroes::leave,
    heroes::level_up,
    sheet::read,
    chat::chat,
    chat::cancel,
    actions::act,
    actions::legal,
    forecast::odds,
    events::events,
    history::turns,
    debug::debug,
    retelling::undo,
    retelling::retry,
    retelling::choose,
    retelling::branch,
    retelling::why,
    table::roll,
    table_stream::events,
    invitations::invite,
    invitations::list,
    invitations::revoke,
    join::look,
    join::join,
    seats::list,
    seats::change,
    seats::leave,
    seats::me,
    seats::talk,
    questions::ask,
    table_rules::read,
    table_rules::set,
    rounds::ready,
    rounds::close,
    memory::recall,
    memory::clear,
    memory::search,
    memory::recap,
    journal::read,
    journal::write,
    journal::revise,
    journal::take_out,
];

/// Adds a handler under its path and methods.
fn routed<P: utoipa::Path, H: Handler<T, App>, T: 'static>(router: Router<App>, handler: H) -> Router<App> {
    let route = |router: Router<App>, method: HttpMethod| {
        router.route(&P::path(), on(method.to_method_filter(), handler.clone()))
    };
    P::methods().into_iter().fold(router, route)
}

/// Whether to compress a response: music doesn't get smaller, and trying takes long.
fn worth_packing() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("audio/"))
}

type Spans<S> = TraceLayer<SharedClassifier<ServerErrorsAsFailures>, S, (), (), (), (), ()>;

/// Creates a span for each request. Only [`observe`] writes log lines, so that each failure is logged once.
fn traced() -> Spans<fn(&Request) -> tracing::Span> {
    TraceLayer::new_for_http()
        .make_span_with(observe::span as fn(&Request) -> _)
        .on_request(())
        .on_response(())
        .on_body_chunk(())
        .on_eos(())
        .on_failure(())
}

/// The whole service. Its layers are one, the outermost first: of each that is added by itself, a request copies all below it.
pub fn router(app: App) -> Router {
    let headers = (
        SetResponseHeaderLayer::if_not_present(gate::NO_STORE.0, gate::NO_STORE.1),
        SetResponseHeaderLayer::if_not_present(gate::OPENER.0, gate::OPENER.1),
        SetResponseHeaderLayer::if_not_present(gate::REFERRER.0, gate::REFERRER.1),
        SetResponseHeaderLayer::if_not_present(gate::NOSNIFF.0, gate::NOSNIFF.1),
        SetResponseHeaderLayer::if_not_present(gate::CSP.0, gate::CSP.1),
        CatchPanicLayer::custom(error::panicked),
        CompressionLayer::new().compress_when(worth_packing()),
    );
    let access = (
        gate::cors(&app),
        middleware::from_fn(gate::size),
        middleware::from_fn_with_state(app.clone(), gate::known_host_and_origin),
        middleware::from_fn_with_state(app.clone(), auth::require),
        middleware::from_fn_with_state(app.clone(), limits::enforce),
        DefaultBodyLimit::max(MAX_BODY),
    );
    api()
        .route_layer(middleware::from_fn(query::only_known))
        .route("/art/{kind}/{*words}", get(page::art::picture))
        .fallback(page::file)
        .method_not_allowed_fallback(|| async { Error::method_not_allowed() })
        .layer((
            middleware::from_fn_with_state(app.clone(), client::identify),
            middleware::from_fn_with_state(app.clone(), prefix::add_to_headers),
            middleware::from_fn(page::lighten),
            middleware::map_request(observe::remove_foreign_id),
            SetRequestIdLayer::new(observe::REQUEST_ID, observe::NewId),
            PropagateRequestIdLayer::new(observe::REQUEST_ID),
            traced(),
            middleware::from_fn_with_state(app.clone(), observe::observe),
            headers,
            access,
        ))
        .with_state(app)
}
