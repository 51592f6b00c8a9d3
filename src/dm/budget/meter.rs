//! A model wrapper that charges each call to an account.

use std::{io, sync::Arc, time::Instant};

use futures::{StreamExt, TryStreamExt, stream};
use model::{self, Model, ModelChoice, Prices, ReplyEvent, ReplyStream, Request, Tokens};
use tracing::{Span, field::Empty};

use crate::dm::models::{Models, Provider};

use super::{
    Account,
    calls::{EndedCall, outcome_of},
};

/// Bytes a token of an answer has as a rule, for one that was broken off.
const USUAL_BYTES: usize = 4;

impl Account {
    /// The models, charged to this account. When it is nearly used up, the utility model replaces every model that costs more.
    /// Free models are not charged.
    pub fn models(&self, models: &Models) -> Models {
        if models.provider == Provider::Storyteller {
            return models.clone();
        }
        let model = Arc::new(Metered {
            model: Arc::clone(&models.model),
            prices: Arc::clone(&models.prices),
            account: self.clone(),
            instead: self.saves().then(|| models.agents.utility.clone()),
        });
        Models { model, ..models.clone() }
    }

    /// The model that plays in the Dungeon Master's place to save money, if it is time for that.
    pub fn plays_instead(&self, models: &Models) -> Option<String> {
        let (dm, utility) = (&models.agents.dm.id, &models.agents.utility.id);
        let saves = models.provider == Provider::Anthropic && self.saves() && is_cheaper(&models.prices, utility, dm);
        saves.then(|| utility.clone())
    }
}

/// Whether a model is cheaper than another for a typical turn.
fn is_cheaper(prices: &Prices, model: &str, other: &str) -> bool {
    let usual = Tokens { input: 2_000, cache_read: 8_000, cache_write: 1_000, output: 500, ..Tokens::default() };
    prices.cost(model, &usual).zip(prices.cost(other, &usual)).is_some_and(|(less, more)| less < more)
}

struct Metered {
    model: Arc<dyn Model>,
    prices: Arc<Prices>,
    account: Account,
    /// The model that replaces all that cost more.
    instead: Option<ModelChoice>,
}

impl Model for Metered {
    fn reply(&self, mut request: Request) -> ReplyStream {
        if let Some(other) = &self.instead
            && is_cheaper(&self.prices, &other.id, &request.model)
        {
            request.ask_instead(other);
        }
        let (model, account, prices) = (Arc::clone(&self.model), self.account.clone(), Arc::clone(&self.prices));
        let begin = async move {
            let n_bytes = n_bytes(&request);
            let model_id = request.model.clone();
            let mut bill = Bill::unsent(account, prices, model_id, n_bytes);
            let most = bill.reckon(bill.account.budget.most_tokens(&bill.model, n_bytes), request.max_tokens as usize);
            if let Err(reached) = bill.account.hold(most).await {
                bill.outcome = "cap_reached";
                return Err(model::Error::CapReached {
                    detail: reached.to_string(),
                    retry_after: reached.retry_after(),
                });
            }
            bill.held = most;
            let slot = model.slot().await;
            bill.sent();
            Ok(model.reply_in_slot(slot, request).map(move |mut event| {
                bill.hear(&mut event);
                event
            }))
        };
        stream::once(begin).try_flatten().boxed()
    }
}

/// The length of a request as it is sent.
fn n_bytes(request: &Request) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting does not fail.
    let _ = serde_json::to_writer(&mut count, request);
    count.0
}

/// A call in progress; it is paid when dropped.
struct Bill {
    account: Account,
    prices: Arc<Prices>,
    model: String,
    n_bytes: usize,
    /// The tokens the provider has reported so far.
    counted: Tokens,
    /// The cost of earlier failed attempts, in pico-dollars.
    before: u64,
    /// Bytes of the answer so far, shown or not.
    n_heard: usize,
    held: u64,
    due: Option<u64>,
    /// Tokens of all attempts, known or estimated.
    used: Tokens,
    outcome: &'static str,
    sent_at: Option<Instant>,
    has_begun: bool,
    span: Span,
}

impl Bill {
    /// A call that costs nothing if it is dropped before it is sent.
    fn unsent(account: Account, prices: Arc<Prices>, model: String, n_bytes: usize) -> Self {
        let span = tracing::error_span!(
            "model_call",
            model,
            outcome = Empty,
            input_tokens = Empty,
            cache_read_tokens = Empty,
            output_tokens = Empty
        );
        Self {
            account,
            prices,
            model,
            n_bytes,
            counted: Tokens::default(),
            before: 0,
            n_heard: 0,
            held: 0,
            due: Some(0),
            used: Tokens::default(),
            outcome: "cancelled",
            sent_at: None,
            has_begun: false,
            span,
        }
    }

    /// Marks the call as sent.
    fn sent(&mut self) {
        (self.due, self.sent_at) = (None, Some(Instant::now()));
        self.account.budget.0.calls.in_flight.inc();
    }

    fn hear(&mut self, event: &mut Result<ReplyEvent, model::Error>) {
        if matches!(event, Ok(ReplyEvent::Text(_) | ReplyEvent::ToolStarted { .. } | ReplyEvent::Unshown { .. }))
            && !self.has_begun
        {
            self.has_begun = true;
            let after = self.sent_at.map(|at| at.elapsed()).unwrap_or_default();
            self.account.budget.0.calls.first_token(&self.model, after);
        }
        match event {
            Ok(ReplyEvent::Text(delta)) => self.n_heard += delta.len(),
            Ok(ReplyEvent::ToolStarted { name, .. }) => self.n_heard += name.len(),
            Ok(ReplyEvent::Unshown { n_bytes }) => self.n_heard += *n_bytes,
            Ok(ReplyEvent::Counted(tokens)) => {
                // This is a new attempt; the previous one must be paid as well.
                if self.counted.prompt() > 0 {
                    self.before += self.cost_of_guess();
                    self.use_guess();
                    self.n_heard = 0;
                }
                self.counted = *tokens;
            }
            Ok(ReplyEvent::Waiting { .. } | ReplyEvent::Retracted) => {}
            Ok(ReplyEvent::Finished(reply)) => {
                self.account.budget.measure(&self.model, self.n_bytes, reply.tokens.prompt());
                let cost = self.prices.cost(&reply.model, &reply.tokens).or_else(|| {
                    // Gateways name models as they like. The turn's cost then is that of the model that was asked, as the budget's.
                    let cost = self.prices.cost(&self.model, &reply.tokens)?;
                    reply.model.clone_from(&self.model);
                    Some(cost)
                });
                self.due = Some(cost.map_or(0, |cost| cost.0));
                add(&mut self.used, &reply.tokens);
                self.outcome = "answered";
            }
            // Requests that were refused or never arrived are not billed.
            Err(error) => {
                self.outcome = outcome_of(error);
                if self.is_untouched() && !matches!(error, model::Error::TimedOut) {
                    self.due = Some(0);
                }
            }
        }
    }

    /// Whether the provider has neither counted nor answered anything.
    fn is_untouched(&self) -> bool {
        self.n_heard == 0 && self.counted.prompt() == 0
    }

    /// The cost of tokens, none read from a cache, all written for an hour. Models without a price cost 0.
    fn reckon(&self, n_input: u64, n_output: usize) -> u64 {
        let written = Tokens { cache_write: n_input, cache_write_hour: n_input, ..Tokens::default() };
        let tokens = Tokens { output: n_output as u64, ..written };
        self.prices.cost(&self.model, &tokens).map_or(0, |cost| cost.0)
    }
}

impl Bill {
    /// Estimated usage of an interrupted call: its prompt as counted by the provider or estimated without a cache, and the
    /// received output.
    fn guess(&self) -> Tokens {
        let output = (self.n_heard.div_ceil(USUAL_BYTES) as u64).max(self.counted.output);
        match self.counted.prompt() {
            0 => {
                let input = self.account.budget.usual_tokens(&self.model, self.n_bytes);
                Tokens { input, output, ..Tokens::default() }
            }
            _ => Tokens { output, ..self.counted },
        }
    }

    fn use_guess(&mut self) {
        let guess = self.guess();
        add(&mut self.used, &guess);
    }

    fn cost_of_guess(&self) -> u64 {
        self.prices.cost(&self.model, &self.guess()).map_or(0, |cost| cost.0)
    }
}

impl Drop for Bill {
    fn drop(&mut self) {
        // Interrupted calls are billed, too, but their cost isn't reported.
        let cost = match self.due {
            Some(due) => due,
            None => {
                self.use_guess();
                self.cost_of_guess()
            }
        };
        let pico_usd = self.before + cost;
        self.account.pay(pico_usd, self.held);
        let calls = &self.account.budget.0.calls;
        if self.sent_at.is_some() {
            calls.in_flight.dec();
        }
        let took = self.sent_at.map(|at| at.elapsed()).unwrap_or_default();
        calls.ended(&EndedCall { model: &self.model, outcome: self.outcome, took, tokens: self.used, pico_usd });
        self.span.record("outcome", self.outcome);
        self.span.record("input_tokens", self.used.input);
        self.span.record("cache_read_tokens", self.used.cache_read);
        self.span.record("output_tokens", self.used.output);
    }
}

fn add(to: &mut Tokens, more: &Tokens) {
    to.input += more.input;
    to.cache_read += more.cache_read;
    to.cache_write += more.cache_write;
    to.cache_write_hour += more.cache_write_hour;
    to.output += more.output;
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use crate::dm::budget::{Budget, Caps};

    use super::*;

    /// A model that never finishes.
    struct Endless;

    impl Model for Endless {
        fn reply(&self, _: Request) -> ReplyStream {
            stream::pending().boxed()
        }
    }

    fn asking() -> Request {
        Request {
            model: "claude-haiku-5-5".into(),
            max_tokens: 100,
            system: Arc::default(),
            tools: Arc::default(),
            messages: Vec::new(),
            output_config: None,
        }
    }

    #[test]
    fn a_call_that_waits_in_vain_costs_nothing_and_one_that_is_broken_off_does() {
        let budget = Budget::new(Caps { day: Some(1), ..Caps::default() });
        let account = budget.account_of_player("ada");
        let metered =
            Metered { model: Arc::new(Endless), prices: Arc::default(), account: account.clone(), instead: None };
        let request = asking();
        // The first may begin, and is held at more than the cap.
        let mut first = metered.reply(request.clone());
        assert!(first.next().now_or_never().is_none());
        let mut second = metered.reply(request);
        assert!(second.next().now_or_never().is_none());
        drop(second);
        assert_eq!(account.reached(), None, "it never began");
        drop(first);
        assert!(account.reached().is_some(), "it was sent");
    }

    /// A model that reports its prompt's size and this text, and then hangs.
    struct Faltering(Vec<ReplyEvent>);

    impl Model for Faltering {
        fn reply(&self, _: Request) -> ReplyStream {
            stream::iter(self.0.clone().into_iter().map(Ok)).chain(stream::pending()).boxed()
        }
    }

    #[test]
    fn a_call_that_is_broken_off_is_paid_as_the_provider_counted_it_and_by_what_was_written_unseen() {
        let asked = Tokens { input: 1_000, cache_read: 50_000, output: 1, ..Tokens::default() };
        let written = vec![
            ReplyEvent::Counted(asked),
            ReplyEvent::Text("Rain.".repeat(80)),
            ReplyEvent::ToolStarted { id: "c".into(), name: "roll".into() },
            ReplyEvent::Unshown { n_bytes: 396 },
        ];
        let budget = Budget::new(Caps::default());
        let account = budget.account_of_player("ada");
        let model = Arc::new(Faltering(written));
        let metered = Metered { model, prices: Arc::default(), account: account.clone(), instead: None };
        let mut heard = metered.reply(Request { model: "claude-sonnet-5-5".into(), ..asking() });
        for _ in 0..4 {
            assert!(heard.next().now_or_never().is_some());
        }
        drop(heard);
        // Two dollars, twenty cents and ten dollars a million; four bytes of an answer are a token.
        let pico = 1_000 * 2_000_000 + 50_000 * 200_000 + 200 * 10_000_000;
        assert_eq!(budget.with(|books| books.spent), pico);
    }

    /// The cost of a call with these events in pico-dollars, and its budget.
    fn paid(events: Vec<Result<ReplyEvent, model::Error>>) -> (u64, Budget) {
        struct Played(std::sync::Mutex<Vec<Result<ReplyEvent, model::Error>>>);
        impl Model for Played {
            fn reply(&self, _: Request) -> ReplyStream {
                stream::iter(std::mem::take(&mut *self.0.lock().unwrap())).boxed()
            }
        }
        let budget = Budget::new(Caps::default());
        let (model, account) = (Arc::new(Played(events.into())), budget.account_of_player("ada"));
        let metered = Metered { model, prices: Arc::default(), account, instead: None };
        let mut heard = metered.reply(Request { model: "claude-sonnet-5-5".into(), ..asking() });
        while heard.next().now_or_never().flatten().is_some() {}
        drop(heard);
        (budget.with(|books| books.spent), budget)
    }

    #[test]
    fn every_try_of_a_call_is_paid_and_what_it_came_to_is_learnt() {
        let asked = Tokens { input: 20, ..Tokens::default() };
        let tokens = Tokens { output: 10, ..asked };
        let reply = model::Reply {
            model: "claude-sonnet-5-5".into(),
            blocks: Vec::new(),
            calls: Vec::new(),
            stop: model::StopReason::EndTurn,
            tokens,
        };
        let tries = vec![
            Ok(ReplyEvent::Counted(asked)),
            Ok(ReplyEvent::Unshown { n_bytes: 80 }),
            Ok(ReplyEvent::Counted(asked)),
            Ok(ReplyEvent::Finished(reply)),
        ];
        let (pico, budget) = paid(tries);
        // Two dollars and ten dollars a million: two prompts, twenty tokens of thinking and ten of an answer.
        assert_eq!(pico, 2 * 20 * 2_000_000 + 30 * 10_000_000);
        let n_bytes = n_bytes(&Request { model: "claude-sonnet-5-5".into(), ..asking() });
        assert_eq!(budget.usual_tokens("claude-sonnet-5-5", n_bytes), 20);
    }

    #[test]
    fn a_prompt_that_was_counted_is_paid_though_nothing_came_of_it() {
        let asked = Tokens { input: 100, ..Tokens::default() };
        assert_eq!(paid(vec![Ok(ReplyEvent::Counted(asked)), Err(model::Error::broke_off("cut"))]).0, 100 * 2_000_000);
        assert_eq!(paid(vec![Err(model::Error::broke_off("cut"))]).0, 0);
    }
}
