// What is counted over a whole adventure.
import assert from "node:assert/strict";
import test from "node:test";
import { enough, tallyCost, tallyDice } from "../../../static/js/journal/tally.js";

/** Numbers as even as it gets without being in order. */
function chance(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides) + 1;
  };
}
const turn = (sides, values) => ({ rolls: [{ dice: values.map((value) => ({ sides, value, kept: true })) }] });
const thrown = (n, sides, next) => turn(sides, Array.from({ length: n }, () => next(sides)));

test("fair dice are called so, nineteen times of twenty and more", () => {
  let odd = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const [tally] = tallyDice([thrown(600, 20, chance(seed * 7919))]);
    assert.equal(tally.n, 600);
    if (tally.verdict !== "even") odd++;
  }
  assert(odd <= 40, `${odd} of 400`);
});

test("dice that favour a number are found out", () => {
  const next = chance(5);
  const loaded = () => (next(10) === 1 ? 20 : next(20));
  assert.equal(tallyDice([turn(20, Array.from({ length: 600 }, loaded))])[0].verdict, "rare");
  assert.equal(tallyDice([turn(6, Array.from({ length: 60 }, () => 6))])[0].verdict, "rare");
});

test("few throws say nothing", () => {
  const [tally] = tallyDice([turn(20, Array.from({ length: enough(20) - 1 }, () => 20))]);
  assert.equal(tally.verdict, "few");
  assert.deepEqual(tallyDice([]), []);
});

test("every die is counted under its own sides, the dropped ones too", () => {
  const dice = [{ sides: 20, value: 3, kept: false }, { sides: 20, value: 17, kept: true }, { sides: 6, value: 6, kept: true }, { sides: 6, value: 9, kept: true }, { sides: 1, value: 1, kept: true }];
  const [d20, d6, ...rest] = tallyDice([{ rolls: [{ dice }] }, { rolls: [] }]);
  assert.deepEqual([d20.sides, d20.n, d20.mean, d20.expected], [20, 2, 10, 10.5]);
  assert.deepEqual([d6.sides, d6.counts, rest], [6, [0, 0, 0, 0, 0, 1], []]);
});

test("costs are put together where there are more turns than bars", () => {
  const turns = Array.from({ length: 130 }, (_, i) => ({ seq: i + 1, usage: { costUsd: i === 99 ? 1 : i === 5 ? null : 0.01 } }));
  const { bars, perBar, middle, dearest, nUnknown } = tallyCost(turns, 60);
  assert.deepEqual([perBar, bars.length, middle, dearest.seq, nUnknown], [3, 43, 0.01, 100, 1]);
  assert.equal(bars.reduce((sum, { usd }) => sum + usd, 0).toFixed(2), "2.28");
  assert.deepEqual([bars[0].first, bars.at(-1).last], [1, 130]);
  assert.deepEqual(tallyCost([], 60).bars, []);
});
