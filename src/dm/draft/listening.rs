//! Receives the events of the Dungeon Master's run.

use game::{combat::event::CallFacts, inventory, turn::ToolCallRecord};
use model::{Reply, StopReason, ToolCall};

use crate::{
    agent::{CallSummary, Listener, TextKind, ToolOutput},
    dm::{
        agents::{COMBAT, DUNGEON_MASTER},
        feed::{MODEL_WAITING, ToolStatus, TurnEvent},
        fight,
        players_view::call_summary,
        step::TurnStep,
        tools::{cuts, lapses},
    },
    store::Listed,
};

use super::Draft;

impl Draft {
    /// Sends the player more of the story.
    pub(in crate::dm) fn say(&mut self, text: &str) {
        // Behind the name of a hero of a round no paragraph begins.
        let is_behind_a_name = self.deed_from > 0 && self.deed_from == self.record.narrative.len();
        let text = if is_behind_a_name { text.trim_start() } else { text };
        self.record.narrative.push_str(text);
        let to = self.record.narrative.len();
        match self.record.log.last_mut() {
            Some(Listed::Text { to: last }) => *last = to,
            _ => self.record.log.push(Listed::Text { to }),
        }
        self.feed.push(TurnEvent::Text { delta: text.to_owned() });
    }

    /// Ends calls that will never run, because they were cut off or their reply is dropped, so that clients don't wait for them.
    fn call_off(&mut self, is_off: impl Fn(&str) -> bool) {
        for (id, name) in std::mem::take(&mut self.started) {
            if is_off(&id) {
                self.tool_event(ToolStatus::Refused, &id, &name, self.call_summary(&name).refused);
            }
        }
    }

    /// The player's label for calls of this tool by the current agent; empty if the story isn't in English.
    fn call_summary(&self, name: &str) -> CallSummary {
        match self.foreign_language() {
            Some(_) => CallSummary::NONE,
            None => call_summary(name, self.voice.is_some()),
        }
    }
}

impl Listener for Draft {
    async fn asking(&mut self, n: u32) {
        // This request has the results of tools so far.
        if n > 1 {
            self.n_read = self.events.len();
        }
        self.drill.reached(TurnStep::Model(n));
    }

    fn text(&mut self, delta: &str) {
        self.say(delta);
    }

    fn text_taken_back(&mut self, keep: usize) {
        // What others said or did earlier in this turn is kept.
        let keep = keep + self.voice.as_ref().map_or(self.deed_from, |voice| voice.from);
        let kept = self.record.narrative.get(..keep).unwrap_or_default().to_owned();
        if kept.len() == self.record.narrative.len() {
            return;
        }
        self.record.narrative.clear();
        self.moment.taken_back(kept.len());
        self.record.log.push(Listed::Reset);
        self.feed.push(TurnEvent::Reset { reset: true });
        if !kept.is_empty() {
            self.say(&kept);
        }
    }

    fn waiting(&mut self, delay_ms: u64) {
        let seconds = delay_ms.div_ceil(1000);
        self.notice(MODEL_WAITING, &format!("The model is busy; trying again in {seconds} s."));
    }

    fn tool_started(&mut self, id: &str, name: &str) {
        self.record.call_from = self.record.changes.len();
        let _ = self.call_facts();
        let id = self.id_in_turn(id);
        self.tool_event(ToolStatus::Started, &id, name, self.call_summary(name).started);
        self.started.push((id, name.to_owned()));
    }

    fn completed(&mut self, call: &ToolCall, answer: ToolOutput) -> ToolOutput {
        // A used healer's kit that changes hands doesn't become a new one.
        if let Some(change) = inventory::kit_handed_over(self.inquiry.before(), &self.record.changes) {
            let _ = self.record(change);
        }
        let made = self.record.changes.get(self.record.call_from..).unwrap_or_default();
        let answer = lapses::report(self.game(), made, answer);
        let reported = std::mem::take(&mut self.reported_cuts);
        let made = self.record.changes.get(self.record.call_from..).unwrap_or_default();
        match &call.input {
            Ok(input) => cuts::report_all(&call.name, input, made, &reported, answer),
            Err(_) => answer,
        }
    }

    async fn tool_answered(&mut self, call: &ToolCall, answer: &ToolOutput) {
        // The rules judge's call doesn't belong to a reply of the Dungeon Master, and is complete.
        let id = self.id_in_turn(&call.id);
        self.started.retain(|(started, _)| *started != id);
        self.record.tool_calls.push(ToolCallRecord {
            call_id: id.clone(),
            name: call.name.clone(),
            input: call.input.clone().unwrap_or_else(serde_json::Value::String),
            result: answer.text.clone(),
            is_error: answer.is_error,
            public_result: answer.public.clone(),
        });
        let summary = self.call_summary(&call.name);
        if answer.is_error {
            fight::hear_refusal(self, &call.name);
        }
        match answer.is_error {
            true => self.tool_event(ToolStatus::Refused, &id, &call.name, summary.refused),
            false => self.tool_event(ToolStatus::Done, &id, &call.name, summary.done),
        }
        self.n_tools += 1;
        self.record.call_from = self.record.changes.len();
        self.drill.reached(TurnStep::Tool(self.n_tools));
    }

    fn take_facts(&mut self) -> Option<serde_json::Value> {
        let facts = self.call_facts();
        if facts == CallFacts::default() { None } else { serde_json::to_value(facts).ok() }
    }

    fn replied(&mut self, reply: &Reply) {
        let agent = match &self.voice {
            Some(voice) => voice.agent,
            None if self.fights => COMBAT,
            None => DUNGEON_MASTER,
        };
        self.count(agent, &reply.model, &reply.tokens);
        self.record.model = Some(reply.model.clone());
        let called: Vec<String> = reply.calls.iter().map(|call| self.id_in_turn(&call.id)).collect();
        self.call_off(|id| reply.stop == StopReason::Refusal || called.iter().all(|call| call != id));
        fight::hear_reply(self, &reply.calls);
    }

    fn broke_off(&mut self) {
        self.call_off(|_| true);
    }

    fn text_kind(&self) -> TextKind {
        if self.voice.is_none() { TextKind::Story } else { TextKind::Speech }
    }

    fn asks_for_calls(&self) -> bool {
        self.asks_for_calls
    }

    async fn objection(&mut self) -> Option<String> {
        if self.voice.is_some() { None } else { self.object().await }
    }

    fn told_again(&mut self, keep: usize, story: &str) {
        self.note_replaced_story();
        self.text_taken_back(keep);
        self.text(story);
    }

    fn remark_dropped(&mut self, text: &str, rejects: bool) {
        self.note_dropped_remark(text, rejects);
    }
}
