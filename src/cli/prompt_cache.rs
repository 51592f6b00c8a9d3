//! Simulates the provider's prompt cache, to calculate costs offline.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    time::Duration,
};

use model::{CacheControl, LOOK_BACK, MOST_MARKS, Piece, Request, Tokens, estimate_tokens, least_tokens};

const MINUTES: Duration = Duration::from_secs(5 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// A cache, and what was seen of requests that broke its rules.
#[derive(Debug, Default)]
pub(super) struct PromptCache {
    /// When prefixes go that are kept, and how long they are kept again for.
    kept: HashMap<u64, (Duration, Duration)>,
    pub(super) seen: CacheMarkStats,
}

/// Statistics of the cache marks of requests.
#[derive(Debug, Default)]
pub(super) struct CacheMarkStats {
    /// The most marks of a request.
    pub(super) most_marks: usize,
    /// Requests with more marks than may be.
    pub(super) n_too_many: u32,
    /// Marks behind too little.
    pub(super) n_too_short: u32,
    /// Marks for an hour behind one for minutes.
    pub(super) n_out_of_order: u32,
    /// Prompts that were kept and not found, because too many blocks came after them.
    pub(super) n_out_of_sight: u32,
}

fn life(mark: CacheControl) -> Duration {
    match mark {
        CacheControl::Ephemeral => MINUTES,
        CacheControl::Hour => HOUR,
    }
}

impl PromptCache {
    /// The token counts of a request's prompt at a time, and the parts cached from then on.
    pub(super) fn read(&mut self, request: &Request, now: Duration) -> Tokens {
        let pieces: Vec<_> = request.pieces().collect();
        let prefixes = prefixes(&request.model, &pieces);
        let marks: Vec<(usize, CacheControl)> =
            pieces.iter().enumerate().filter_map(|(i, piece)| piece.mark.map(|mark| (i, mark))).collect();
        self.look_at(&marks, &prefixes, least_tokens(&request.model));
        let total = prefixes.last().map_or(0, |last| last.1);
        let usable: Vec<(usize, CacheControl)> =
            marks.into_iter().filter(|(i, _)| prefixes[*i].1 >= least_tokens(&request.model)).collect();
        let is_kept = |i: usize| self.kept.get(&prefixes[i].0).is_some_and(|(until, _)| *until >= now);
        let in_sight = |mark: usize| (mark.saturating_sub(LOOK_BACK - 1)..=mark).rev().find(|i| is_kept(*i));
        let found = usable.iter().filter_map(|(mark, _)| in_sight(*mark)).max();
        let last_mark = usable.last().map(|(mark, _)| *mark);
        let longest = last_mark.and_then(|last| (0..=last).rev().find(|i| is_kept(*i)));
        self.seen.n_out_of_sight += u32::from(longest > found);
        let read = found.map_or(0, |found| prefixes[found].1);
        // Reading keeps what was read, and whatever that begins with.
        for (hash, _) in prefixes.iter().take(found.map_or(0, |found| found + 1)) {
            if let Some((until, life)) = self.kept.get_mut(hash).filter(|(until, _)| *until >= now) {
                *until = now + *life;
            }
        }
        let (mut at, mut written, mut for_an_hour) = (read, 0, 0);
        for (i, mark) in usable.into_iter().filter(|(i, _)| found.is_none_or(|found| *i > found)) {
            let (hash, n_tokens) = prefixes[i];
            written += n_tokens - at;
            for_an_hour += if mark == CacheControl::Hour { n_tokens - at } else { 0 };
            at = n_tokens;
            self.kept.insert(hash, (now + life(mark), life(mark)));
        }
        let count = |n: usize| n as u64;
        Tokens {
            input: count(total - at),
            cache_read: count(read),
            cache_write: count(written),
            cache_write_hour: count(for_an_hour),
            output: 0,
        }
    }

    fn look_at(&mut self, marks: &[(usize, CacheControl)], prefixes: &[(u64, usize)], least: usize) {
        let seen = &mut self.seen;
        seen.most_marks = seen.most_marks.max(marks.len());
        seen.n_too_many += u32::from(marks.len() > MOST_MARKS);
        let n_short = marks.iter().filter(|(i, _)| prefixes[*i].1 < least).count();
        seen.n_too_short += u32::try_from(n_short).unwrap_or(u32::MAX);
        let out_of_order = |two: &[(usize, CacheControl)]| life(two[0].1) < life(two[1].1);
        seen.n_out_of_order += u32::from(marks.windows(2).any(out_of_order));
    }
}

/// Of each piece the hash of all up to its end, and its tokens.
fn prefixes(model: &str, pieces: &[Piece]) -> Vec<(u64, usize)> {
    let mut hasher = DefaultHasher::new();
    model.hash(&mut hasher);
    let mut n_tokens = 0;
    let mut of = |piece: &Piece| {
        piece.text.hash(&mut hasher);
        n_tokens += estimate_tokens(&piece.text);
        (hasher.finish(), n_tokens)
    };
    pieces.iter().map(&mut of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Block, Message, SystemBlock};

    fn request(said: &[&str]) -> Request {
        let mark = Some(CacheControl::Hour);
        let mut messages: Vec<Message> = said.iter().map(|text| Message::user_text(*text)).collect();
        if let Some(Block::Text { cache_control, .. }) = messages.last_mut().and_then(|last| last.content.last_mut()) {
            *cache_control = mark;
        }
        messages.push(Message::user_text("x".repeat(39)));
        let system = [SystemBlock { text: "s".repeat(8_000), cache_control: mark }].into();
        Request {
            model: "claude-sonnet-5-5".into(),
            max_tokens: 1,
            system,
            tools: [].into(),
            messages,
            output_config: None,
        }
    }

    fn figures(tokens: Tokens) -> [u64; 4] {
        [tokens.input, tokens.cache_read, tokens.cache_write, tokens.cache_write_hour]
    }

    #[test]
    fn what_was_kept_is_read_until_its_hour_is_over() {
        let mut cache = PromptCache::default();
        let turn = "a".repeat(399);
        let at = |minutes: u64| Duration::from_secs(minutes * 60);
        assert_eq!(figures(cache.read(&request(&[&turn]), at(0))), [10, 0, 2_101, 2_101]);
        assert_eq!(figures(cache.read(&request(&[&turn, &turn]), at(50))), [10, 2_101, 100, 100]);
        assert_eq!(figures(cache.read(&request(&[&turn, &turn]), at(109))), [10, 2_201, 0, 0], "reading keeps it");
        assert_eq!(figures(cache.read(&request(&[&turn, &turn]), at(170))), [10, 0, 2_201, 2_201]);
        assert_eq!((cache.seen.most_marks, cache.seen.n_out_of_sight), (2, 0));
    }

    #[test]
    fn what_lies_too_far_back_is_not_found() {
        let mut cache = PromptCache::default();
        let turns: Vec<String> = (0..30).map(|n| format!("{n} {}", "a".repeat(400))).collect();
        let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
        cache.read(&request(&turns[..2]), Duration::ZERO);
        let near = cache.read(&request(&turns[..6]), Duration::ZERO);
        assert!(near.cache_read > 2_100, "{near:?}");
        let far = cache.read(&request(&turns), Duration::ZERO);
        assert_eq!(far.cache_read, 2_001, "only the instructions");
        assert_eq!(cache.seen.n_out_of_sight, 1);
    }
}
