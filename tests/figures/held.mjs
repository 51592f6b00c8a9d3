// @ts-check
// Goals that the tests hold already, each with the one that does: they need no measuring, as a miss fails the build.

/** @type {[goal: string, file: string, test: string][]} */
export const HELD = [
  ["40 hostile strings stay inert in whatever a model writes", "tests/browser/hostile.rs", "what_a_model_writes_stays_words_in_every_field"],
  ["and in whatever a player writes", "tests/browser/hostile.rs", "what_a_player_writes_stays_words_too"],
  ["and in every text the server has for a table", "tests/browser/tainted.rs", "every_text_of_the_servers_at_a_table_stays_words"],
  ["a new game is played, fought, raised by two levels, exported and brought in elsewhere", "tests/browser/journey.rs", "an_adventure_is_begun_played_fought_raised_exported_and_goes_on_elsewhere"],
  ["a campaign is written, finalised and played", "tests/browser/author.rs", "a_campaign_is_written_mended_finalised_and_played"],
  ["a line cut at any event tells the same story once", "tests/browser/cut_lines.rs", "a_stream_that_is_cut_at_any_event_tells_the_same_turn_once"],
  ["and so does a server that dies in the middle", "tests/browser/cut_lines.rs", "a_server_that_dies_in_the_middle_of_a_turn_leaves_the_words_to_send_again"],
  ["a draft outlives errors, reloads and a second tab", "tests/browser/tabs.rs", "a_draft_outlives_a_reload_and_is_there_in_a_second_tab_and_belongs_to_its_session"],
  ["an adventure is played from its beginning to its export by keyboard alone", "tests/browser/by_keyboard.rs", "an_adventure_is_played_and_exported_without_a_mouse"],
  ["and a fight is fought so, on a small screen", "tests/browser/fight.rs", "a_fight_is_fought_on_a_small_screen_without_a_mouse"],
  ["a turn is announced twice at most", "tests/browser/calm.rs", "a_turn_speaks_up_twice_at_most"],
  ["nothing moves for who asks for no motion", "tests/browser/calm.rs", "who_asks_for_no_motion_gets_none"],
  ["text stands out 4.5 to 1, lines 3 to 1", "tests/page/app/page.test.mjs", "text stands out 4.5 to 1 from every ground, lines 3 to 1, by day and by night"],
  ["no module makes markup of text", "tests/page/app/page.test.mjs", "no module makes markup or code of text"],
];

export const held = () => ["held by tests", ...HELD.map(([goal, file, test]) => `    ok  ${goal}: ${file}, ${test}`)].join("\n");
