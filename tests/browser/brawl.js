// Runs before the page's own scripts, where a test wants a fight that goes as it says: what the server tells of the session
// gets an encounter, and what can be done, and what comes of it, is settled here. All else is the server's.
{
  const real = fetch;
  const brawl = (globalThis.brawl = { encounter: null, awaiting: null, nLegal: 0, version: 0, posts: [], keys: [], turns: [], held: null, session: null });
  const json = (body, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": status === 200 ? "application/json" : "application/problem+json" } });

  const hero = ({ id, name, maxHP }, initiative, x, y) => ({
    id, name, kind: "hero", initiative, hp: maxHP - 3, maxHP, conditions: [{ name: "Frightened", roundsLeft: 2 }], square: { x, y },
    turn: { action: true, bonusAction: true, reaction: true, feet: 30 },
  });
  const goblin = (sign, initiative, hp, x, y) => ({ id: `goblin-${sign}`, name: `goblin ${sign.toUpperCase()}`, kind: "enemy", initiative, hp, conditions: hp === "hurt" ? [{ name: "Prone" }] : [], square: { x, y } });

  const wake = () => dispatchEvent(new Event("focus"));
  brawl.begin = () => {
    const [first, second] = brawl.session.characters;
    const ally = { ...goblin("m", 13, 7, 2, 6), id: "marta", name: "Marta", kind: "ally", maxHP: 9 };
    brawl.encounter = {
      id: "the-yard", round: 1, turnIndex: 1, status: "fighting",
      order: [goblin("a", 19, "hurt", 4, 2), hero(first, 15, 3, 3), ally, goblin("b", 11, "unhurt", 8, 4), goblin("c", 9, "dead", 5, 3), ...(second ? [hero(second, 4, 1, 4)] : [])],
    };
    brawl.version++;
    wake();
  };

  // A foe's blow would hit the hero whose turn comes next: the player is asked whether to turn it.
  brawl.asks = () => {
    const { order, turnIndex } = brawl.encounter;
    const { id, name } = order[turnIndex];
    const shield = { kind: "shield", slot: 1, armorClass: 21 };
    const trigger = { kind: "hit", attacker: { id: { creature: "goblin-a" }, name: "Goblin A" }, target: { id: { hero: id }, name }, with: "Scimitar", total: 17, armorClass: 16 };
    brawl.awaiting = {
      kind: "reaction", responseType: "reaction", mode: "one", owed: [id], given: [], prompt: `Goblin A would hit ${name}. Cast Shield?`, trigger, currentHP: 9,
      options: [{ id: "shield", name: "Shield", slot: 1, effect: "armor class 21: the attack misses", reaction: shield }],
    };
  };
  brawl.ask = () => {
    brawl.asks();
    brawl.version++;
    wake();
  };

  const deed = (act, name, cost, more = {}) => ({ act, name, cost, targets: [], squares: [], ...more });
  const legal = () => {
    brawl.nLegal++;
    const { square, turn } = brawl.encounter.order[brawl.encounter.turnIndex];
    const near = [];
    for (let y = square.y - 1; y <= square.y + 1; y++) for (let x = square.x - 1; x <= square.x + 1; x++) if (x !== square.x || y !== square.y) near.push({ x, y });
    return [
      ...(turn.action
        ? [
            deed({ action: "attack", target: "goblin-a", with: "Longsword" }, "Longsword", "action", { targets: ["goblin-a"], toHit: 5, odds: [{ target: "goblin-a", chance: 55, damage: 4.1 }] }),
            deed({ action: "attack", target: "goblin-a", with: "Javelin" }, "Javelin", "action", { targets: ["goblin-a", "goblin-b"], toHit: 5, odds: [{ target: "goblin-a", chance: 55, damage: 3.6 }, { target: "goblin-b", chance: 40, damage: 2.6 }] }),
            deed({ action: "do", deed: "burning hands", at: { x: 4, y: 2 }, slot: 1 }, "burning hands", "action", { squares: [{ x: 4, y: 2 }] }),
            deed({ action: "grapple", target: "goblin-a" }, "Grapple", "action", { targets: ["goblin-a"] }),
            deed({ action: "dodge" }, "Dodge", "action"),
          ]
        : []),
      deed({ action: "use", feature: "Second Wind" }, "Second Wind", "bonus action"),
      ...(turn.feet > 0 ? [deed({ action: "move", to: near[0] }, "Move", "movement", { squares: near })] : []),
      deed({ action: "endTurn" }, "End turn", "free"),
    ];
  };

  const settle = ({ action, target, to, characterId }) => {
    const { encounter } = brawl;
    const { order } = encounter;
    const own = order.find(({ id }) => id === characterId);
    const changes = [{ kind: "turnSpent", who: { hero: characterId }, economy: {} }];
    const rolls = [];
    if (action === "attack") {
      own.turn.action = false;
      order.find(({ id }) => id === target).hp = "near death";
      rolls.push({ expression: "1d20+5", dice: [{ sides: 20, value: 14, kept: true }], modifier: 5, total: 19, reason: `${own.name} attacks ${target}`, proof: { index: 3 }, characterId, goal: { number: 15, outcome: "hit" } });
    } else if (action === "move") {
      own.square = to;
      own.turn.feet -= 5;
    } else if (action === "endTurn") {
      const heroes = order.filter(({ kind }) => kind === "hero");
      const next = heroes[(heroes.indexOf(own) + 1) % heroes.length];
      encounter.turnIndex = order.indexOf(next);
      encounter.round++;
      next.turn = { action: true, bonusAction: true, reaction: true, feet: 30 };
      if (brawl.asksNext) brawl.asks();
    } else if (action === "react" || action === "pass") {
      brawl.awaiting = null;
      changes.push({ kind: "reactionAnswered", answer: {} });
    } else if (action === "use") {
      changes.push({ kind: "xpGained", characterId, amount: 75 }, { kind: "encounterEnded", id: encounter.id, ending: "victory" });
      brawl.encounter = null;
    }
    return { rolls, changes };
  };

  const play = async (act, key) => {
    brawl.posts.push(act);
    brawl.keys.push(key);
    await brawl.held;
    if (act.action === "grapple") return json({ type: "about:blank", title: "Against the rules", status: 422, code: "illegal_action", detail: "Both of your hands are full. You can strike, dodge or go." }, 422);
    const { rolls, changes } = settle(act);
    brawl.version++;
    const seq = 1 + brawl.turns.length;
    const turn = { id: `act-${seq}`, seq, characterId: act.characterId, message: `As the server says it: ${act.action}`, narrative: `It is done (${seq}).`, rolls, changes, toolCalls: [], model: "none" };
    brawl.turns.push(turn);
    const session = { ...brawl.session, encounter: brawl.encounter, awaiting: brawl.awaiting, version: brawl.session.version + brawl.version };
    const events = [["turn", { turnId: turn.id, seq }], ...rolls.map((roll) => ["roll", { roll }]), ["text", { delta: turn.narrative }], ...changes.map((change) => ["change", { change }]), ["done", { turn, session }]];
    return new Response(events.map(([event, data], i) => `id: ${i}.0\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(""), { headers: { "content-type": "text/event-stream" } });
  };

  globalThis.fetch = async (path, init = {}) => {
    const [, rest] = /^\/api\/sessions\/[^/?]+(.*)$/.exec(path) ?? [];
    if (rest === "/forecast") return json({ encounterId: brawl.encounter.id, round: brawl.encounter.round, n: 400, victory: { mean: 0.7 }, rounds: { mean: 3.2 }, heroesFallen: { mean: 0.3 } });
    if (rest?.startsWith("/actions")) return init.method === "POST" ? play(JSON.parse(init.body), init.headers["idempotency-key"]) : json({ items: legal(), waitsFor: brawl.encounter.order[brawl.encounter.turnIndex].id });
    const answer = await real(path, init);
    if (rest === "" && (init.method ?? "GET") === "GET") {
      brawl.session = await answer.json();
      return json({ ...brawl.session, encounter: brawl.encounter, awaiting: brawl.awaiting, version: brawl.session.version + brawl.version });
    }
    if (rest?.startsWith("/turns?")) return json({ items: brawl.turns, nextCursor: null });
    return answer;
  };
}
