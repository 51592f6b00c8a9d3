// Makes a campaign of long tellings and short messages, in the format of LoCoMo, with questions to it:
//
//   node tests/memory/long.mjs > dev.json          the part to develop with
//   node tests/memory/long.mjs kept > kept.json    the part to report: other people, things, places and sentences
//
// Categories: 1 the answer is in a short message, 2 in the middle of a long telling, 3 in both a short message and a
// telling far from it (both are evidence). Every fact has rivals in messages of the other length: the same thing elsewhere,
// the same place with another thing, the same person with another. A search that only prefers one length of message
// therefore gains in one category and loses in another.

const isKept = process.argv[2] === 'kept'
const N_ROUNDS = 260
const N_FACTS = 180

let state = isKept ? 0x9e3779b9 : 0x2545f491
const random = () => {
  // Mulberry32.
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const below = n => Math.floor(random() * n)
const pick = list => list[below(list.length)]
// The first words of a list are said far more often than the last ones, as in any language.
const pickCommon = list => list[Math.min(list.length - 1, Math.floor(list.length * random() ** 2.2))]
// Each part of the set has its own half of every list.
const half = list => list.filter((_, nth) => nth % 2 === (isKept ? 1 : 0))
const words = text => half(text.trim().split(/\s*,\s*/))

const PEOPLE = words(`Marga, Sennet, Ilse, Bram, Oda, Tobin, Wenna, Garrick, Lisbet, Corvin, Hanne, Pell, Jorun, Aldis, Mirko, Sefa,
  Ruben, Tilda, Osric, Nessa, Edda, Falk, Brida, Simeon, Yrsa, Kasper, Dorte, Ivo, Maud, Anselm, Greta, Lorcan, Perrin, Ulla,
  Viggo, Zora, Hobart, Celia, Rasmus, Inga`)
const THINGS = words(`brass key, silver locket, torn map, iron lantern, horn comb, sealed letter, glass eye, bone flute, red ledger, copper bell,
  oak staff, wax tablet, green cloak, rusted crown, amber ring, black pearl, clay jar, leather purse, ivory dice, wooden mask,
  jade idol, steel mirror, white feather, signet stone, tin whistle, velvet glove, broken sword, gold thimble, blue bottle, prayer book,
  rope ladder, moon dial, salt cellar, crystal vial, fox pelt, silk banner, pewter cup, stone tooth, goose quill, heavy anvil`)
const PLACES = words(`mill, chapel, ferry house, tannery, watchtower, granary, salt cellar, graveyard, smithy, orchard, quarry, brewery,
  lighthouse, stable, bathhouse, toll bridge, ropewalk, library, kennels, cistern, gatehouse, dovecote, apothecary, guildhall,
  charcoal pit, fish market, boathouse, mint, scriptorium, hospice, theatre, aqueduct, vineyard, crypt, armoury, bakery,
  glassworks, observatory, courthouse, treasury`)
const SPOTS = half(['under the third step', 'behind the loose brick', 'inside the cracked chimney', 'beneath the floorboards', 'in the hollow beam',
  'at the bottom of the well', 'above the door frame', 'between two barrels', 'in the trough', 'under a heap of straw',
  'behind the painted screen', 'within the wall'])
// What was done, and how somebody else would ask for it.
const DEEDS = half([
  ['hid', 'conceal'], ['buried', 'bury'], ['sold', 'sell'], ['stole', 'take without leave'], ['lost', 'lose'], ['mended', 'repair'],
  ['pawned', 'pawn'], ['found', 'discover'], ['broke', 'break'], ['left', 'leave behind'], ['burned', 'burn'], ['traded', 'trade away'],
])
const NOUNS = words(`rain, stone, smoke, river, door, night, lamp, road, wind, table, shadow, wall, fire, hand, voice, bread, mud, roof,
  cart, horse, window, dust, rope, boat, hill, barrel, ale, wolf, crow, field, ash, moon, tree, bell, song, coin, frost, gate, bridge, candle,
  cellar, stair, blanket, kettle, wheel, fence, goat, thunder, market, ditch, reed, heron, ladder, plank, sack, soup, guard, pilgrim, miller, widow,
  drum, banner, spear, well, thorn, moss, root, lark, storm, dawn, dusk, hearth, beam, ember, nail, chain, anchor, oar, net, salt`)
const MANNERS = half(['slowly', 'without a sound', 'as if it had always been so', 'in the cold', 'before anyone can speak', 'far below', 'once more',
  'and is gone', 'for a long while', 'near the edge', 'with a groan', 'out of the dark'])
const MOTIONS = half(['drifts', 'waits', 'creaks', 'turns', 'falls', 'gleams', 'rises', 'fades', 'leans', 'trembles', 'passes', 'settles'])

const capital = text => text[0].toUpperCase() + text.slice(1)

// A sentence that says nothing of what is asked for.
const filler = () => {
  const [a, b, c] = [pickCommon(NOUNS), pickCommon(NOUNS), pickCommon(NOUNS)]
  return pick([
    () => `The ${a} ${pick(MOTIONS)} over the ${b} ${pick(MANNERS)}.`,
    () => `You see a ${a}, and beyond it the ${b} ${pick(MOTIONS)} ${pick(MANNERS)}.`,
    () => `“Mind the ${a},” says ${pickCommon(PEOPLE)}, “the ${b} is no friend of the ${c}.”`,
    () => `Somewhere a ${a} ${pick(MOTIONS)}, and ${pickCommon(PEOPLE)} looks up from the ${b}.`,
    () => `It smells of ${a} and ${b} here, and the ${c} ${pick(MOTIONS)} ${pick(MANNERS)}.`,
    () => `At the ${pickCommon(PLACES)} the ${a} ${pick(MOTIONS)} ${pick(MANNERS)}.`,
    () => `Nobody speaks of the ${a} any more, only of the ${b} and of the ${c}.`,
  ])()
}

// What shares words with a fact and does not answer it.
const rival = ({ person, thing, place }) => pick([
  () => `${person} has never owned more than a ${pick(NOUNS)} and a ${pick(NOUNS)}, people say.`,
  () => `There is talk of a ${thing} in the ${pick(PLACES)}, and of what it may be worth.`,
  () => `The ${place} is closed until the ${pick(NOUNS)} is gone, ${pick(PEOPLE)} explains.`,
  () => `${person} is seen at the ${pick(PLACES)} with ${pick(PEOPLE)}, who carries a ${pick(NOUNS)}.`,
  () => `A ${thing} like this one is made by hand, and no two are the same.`,
  () => `From the ${place} one can see the ${pick(NOUNS)} and the ${pick(NOUNS)}.`,
])()

const rivalInShort = ({ person, thing, place }) => pick([
  () => `I ask ${person} about the ${pick(NOUNS)}.`,
  () => `Has anybody here seen a ${thing}?`,
  () => `We go to the ${place} and look around.`,
  () => `What do you know about ${person} and the ${pick(NOUNS)}?`,
  () => `I want to know what a ${thing} costs.`,
  () => `Let us meet at the ${place} at dusk.`,
  () => `Does ${person} know anything of the ${thing}?`,
])()

// What a telling makes of words that were just said: it says them again and adds nothing.
const echo = ({ person, thing, place }) => pick([
  () => `So ${person} and the ${thing}, that is what you speak of, and the ${pick(NOUNS)} listens.`,
  () => `“The ${thing}?” asks ${pick(PEOPLE)}. “I would not know what ${person} does with such things.”`,
  () => `You think of ${person}, of the ${place}, and of all that a ${thing} might mean.`,
  () => `If it is about the ${thing}, you should be careful, for ${person} has friends near the ${place}.`,
])()

const facts = Array.from({ length: N_FACTS }, (_, nth) => {
  const [done, asked] = pick(DEEDS)
  return { kind: 1 + (nth % 3), person: pick(PEOPLE), thing: pick(THINGS), place: pick(PLACES), spot: pick(SPOTS), done, asked, evidence: [] }
})
// No two facts are of the same person and thing: a question has one answer.
const seen = new Set()
const known = facts.filter(fact => {
  const key = `${fact.person} ${fact.thing}`
  return !seen.has(key) && seen.add(key)
})

const byRound = Array.from({ length: N_ROUNDS }, () => ({ short: [], long: [], rivals: [], shortRivals: [] }))
for (const fact of known) {
  const at = below(N_ROUNDS)
  const where = `${fact.spot} of the ${fact.place}`
  if (fact.kind === 1) byRound[at].short.push([fact, `I think ${fact.person} ${fact.done} the ${fact.thing} ${where}.`])
  if (fact.kind === 2) byRound[at].long.push([fact, `It was ${fact.person} who ${fact.done} the ${fact.thing} ${where}, when the ${pick(NOUNS)} came.`])
  if (fact.kind === 3) {
    byRound[at].short.push([fact, `I remember that ${fact.person} ${fact.done} the ${fact.thing}.`])
    byRound[(at + 20 + below(N_ROUNDS - 40)) % N_ROUNDS].long.push([fact, `The ${fact.thing} of ${fact.person} is said to be ${where}, and nowhere else.`])
  }
  if (fact.kind !== 2) for (let n = 0; n < 3; n++) byRound[at].rivals.push(echo(fact))
  for (let n = 0; n < 4; n++) byRound[below(N_ROUNDS)].rivals.push(rival(fact))
  for (let n = 0; n < 2; n++) byRound[below(N_ROUNDS)].rivals.push(echo(fact))
  for (let n = 0; n < 2; n++) byRound[below(N_ROUNDS)].shortRivals.push(rivalInShort(fact))
}

const idle = () => pick([
  () => `I look at the ${pickCommon(NOUNS)}.`, () => 'I go on.', () => `I ask ${pickCommon(PEOPLE)} about the ${pickCommon(NOUNS)}.`,
  () => 'What do we see?', () => `I wait beside the ${pickCommon(NOUNS)} for a while.`, () => `I follow the ${pickCommon(NOUNS)} to the ${pickCommon(PLACES)}.`,
])()

const conversation = { speaker_a: 'Player', speaker_b: 'Dungeon Master' }
const N_SESSIONS = 13
byRound.forEach((round, nth) => {
  const session = 1 + Math.floor(nth / (N_ROUNDS / N_SESSIONS))
  const name = `session_${session}`
  conversation[`${name}_date_time`] ??= `7:30 pm on ${session} March, 2025`
  const lines = (conversation[name] ??= [])
  const say = (speaker, text, found) => {
    const dia_id = `D${session}:${lines.length + 1}`
    found.forEach(([fact]) => fact.evidence.push(dia_id))
    lines.push({ speaker, dia_id, text })
  }
  const short = [...round.short.map(([, text]) => text), ...round.shortRivals]
  say('Player', (short.length ? short : [idle()]).join(' '), round.short)
  const telling = Array.from({ length: 26 + below(26) }, filler)
  for (const text of round.rivals) telling.splice(below(telling.length), 0, text)
  // In the middle half of the telling.
  for (const [, text] of round.long) telling.splice(Math.floor(telling.length * (0.25 + random() / 2)), 0, text)
  say('Dungeon Master', telling.join(' '), round.long)
})

const qa = known.map(({ kind, person, thing, place, asked, evidence }) => {
  const question = pick([
    `Where did ${person} ${asked} the ${thing}?`,
    `Who would ${asked} a ${thing}, was it ${person}?`,
    `What do we know about ${person} and the ${thing}?`,
    `Which ${thing.split(' ')[1]} did ${person} ${asked} at the ${place}?`,
    `What happened to the ${thing} ${capital(person)} had?`,
  ])
  return { question, answer: place, evidence, category: kind }
})
process.stdout.write(`${JSON.stringify([{ sample_id: isKept ? 'long-kept' : 'long-dev', conversation, qa }], null, 1)}\n`)
