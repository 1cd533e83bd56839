/** What models really answer: thoughts aloud, replies that were cut off or refused, names and arguments that are almost right, calls as text. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { flow } from '../../../src-shared/testing/flow-builder'
import type { RecordedRequest } from '../../testing/model-server'
import type { ServerReply } from '../../testing/model-reply'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'
import { setupD, toolCall } from '../../testing/setup-d'
import { warningWords } from '../../../src-shared/run/words/warnings'

let test: TestCore
const warnings = ({ events }: TurnReport) => eventsOfType(events, 'warning').map(({ code }) => code)
const finished = ({ events }: TurnReport) => eventsOfType(events, 'model.finished')
const THOUGHT = '<think>\nThe user wants {"name": "wrong"}, or make_order. False? yes.\n</think>\n\n'

afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

describe('one agent', () => {
  beforeEach(async () => {
    const drawn = flow('One').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' })
    drawn.builtinTool('t', { tool: 'clock', toolName: 'get_time' }).use('a', 't').use('b', 't').handoff('a', 'b')
    test = await openTestCore(drawn.build())
  })

  it.each<[string, ServerReply]>([
    ['in tags', { text: '<think>Hm, a greeting.</think>\nHello!' }],
    ['as reasoning_content', { thoughts: 'Hm, a greeting.', text: 'Hello!' }],
    ['behind a closing tag alone', { text: 'Hm, a greeting.\n</think>\n\nHello!' }],
    ['in a reply that comes whole', { thoughts: 'Hm, a greeting.', text: 'Hello!', stream: false }],
  ])('thoughts %s are neither said nor sent again; the trace has them', async (_how, reply) => {
    test.server.reply(reply)
    const turn = await test.turn('hi')
    expect(turn.said).toEqual(['Hello!'])
    expect(finished(turn)[0]).toMatchObject({ thoughts: 'Hm, a greeting.' })
    const streamed = eventsOfType(turn.events, 'token').reduce((text, event) => text + event.text, '')
    const thought = eventsOfType(turn.events, 'thought')
    expect([thought.length > 0, thought.some(({ takesBack }) => takesBack) || streamed === 'Hello!']).toEqual([
      true,
      true,
    ])
    test.server.reply({ text: 'Fine.' })
    await test.turn('how are you?')
    const sent = JSON.stringify(test.server.requests[1]?.messages)
    expect([sent.includes('Hello!'), sent.includes('greeting')]).toEqual([true, false])
  })

  it('only thoughts: nothing is said, and a warning says so', async () => {
    test.server.reply({ text: '<think>Hm</think>' })
    const turn = await test.turn('hi')
    expect([turn.said, warnings(turn), turn.outcome.state]).toEqual([[], ['empty-reply'], 'finished'])
  })

  it('a reply that was cut off is said, with what to raise', async () => {
    test.server.reply({ text: 'Once upon a', finish: 'length' })
    const turn = await test.turn('tell me')
    expect(turn.said).toEqual(['Once upon a'])
    expect(
      eventsOfType(turn.events, 'warning').map((warning) => [warning.code, warningWords(warning, ENGLISH)]),
    ).toEqual([['reply-cut-off', expect.stringMatching(/The reply of A was cut off.*“Tokens, at most”/)]])
    expect(finished(turn)[0]).toMatchObject({ end: 'length' })
  })

  it('a call that was cut off is not carried out, nor sent again', async () => {
    test.server.reply({
      text: 'Wait.',
      calls: [{ name: 'get_time', arguments: '{"timezone": "Eur' }],
      finish: 'length',
    })
    const turn = await test.turn('time?')
    expect([turn.said, warnings(turn), test.server.calls]).toEqual([['Wait.'], ['reply-cut-off', 'call-cut-off'], 1])
    expect(eventsOfType(turn.events, 'tool.started')).toEqual([])
  })

  it('calls before the one that was cut off are carried out', async () => {
    const calls = [{ name: 'get_time' }, { name: 'get_time', arguments: '{"time' }]
    test.server.reply({ calls, finish: 'length' }, { text: 'Noon.' })
    const turn = await test.turn('time?')
    expect([turn.said, eventsOfType(turn.events, 'tool.started').length]).toEqual([['Noon.'], 1])
  })

  it('a content filter is named; the words of a refusal are the reply', async () => {
    test.server.reply({ text: 'Take the', finish: 'content_filter' }, { refusal: 'I cannot help with that.' })
    const filtered = await test.turn('how?')
    expect([filtered.said, warnings(filtered)]).toEqual([['Take the'], ['reply-filtered']])
    const refused = await test.turn('how then?')
    expect([refused.said, warnings(refused)]).toEqual([['I cannot help with that.'], []])
    expect(finished(refused)[0]).toMatchObject({ end: 'refusal' })
  })

  it.each(['GET_TIME', 'functions.get_time', 'default_api.Get_Time'])('a tool called as %s is called', async (name) => {
    test.server.reply({ calls: [{ name, arguments: '```json\n{"timezone": "UTC",}\n```' }] }, { text: 'Noon.' })
    const turn = await test.turn('time?')
    expect(eventsOfType(turn.events, 'tool.finished')).toMatchObject([{ tool: 'get_time', isError: false }])
    const asked = eventsOfType(turn.events, 'entry').flatMap(({ entry }) => (entry.kind === 'calls' ? entry.calls : []))
    expect(asked).toMatchObject([{ name: 'get_time', arguments: '{"timezone":"UTC"}', asWritten: { name } }])
    expect(JSON.stringify(test.server.requests[1]?.messages)).not.toContain(name)
  })

  it('a hand-off in another case is one', async () => {
    test.server.reply({ calls: [{ name: 'Transfer_a_to_B' }] }, { text: 'B here.' })
    const turn = await test.turn('go')
    expect([turn.said, warnings(turn)]).toEqual([['B here.'], []])
  })

  it.each(['null', '', '"{}"'])('the arguments %j are none', async (args) => {
    test.server.reply({ calls: [{ name: 'get_time', arguments: args }] }, { text: 'Noon.' })
    const turn = await test.turn('time?')
    expect(eventsOfType(turn.events, 'tool.finished')).toMatchObject([{ isError: false }])
  })

  it('a call that is written as text is told, with what the server lacks', async () => {
    test.server.reply({ text: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>' })
    const turn = await test.turn('time?')
    expect(
      eventsOfType(turn.events, 'warning').map((warning) => [warning.code, warningWords(warning, ENGLISH)]),
    ).toEqual([['call-as-text', expect.stringContaining('--tool-call-parser')]])
  })
})

describe('the settings of a model', () => {
  const sent = (at: number) => test.server.requests[at]?.body

  it('a tool that must be called is called once in a reply, at the beginning', async () => {
    const drawn = flow('One')
      .start('a')
      .agent('a', { name: 'A', model: { toolChoice: 'required' } })
    drawn.builtinTool('t', { tool: 'clock', toolName: 'get_time' }).use('a', 't')
    test = await openTestCore(drawn.build())
    test.server.on({}, { calls: [{ name: 'get_time' }] }, { text: 'Noon.' })
    await test.turn('time?')
    test.server.on({}, { text: 'Bye.' })
    expect((await test.turn('bye')).said).toEqual(['Noon.'])
    expect([0, 1, 2].map((at) => sent(at)?.tool_choice)).toEqual(['required', undefined, 'required'])
  })

  it('go node over flow; those of one server only with its connection; a secret goes out and is nowhere else', async () => {
    const model = { topP: 0.5, seed: 3, body: { top_k: 4 }, headers: { 'X-Team': 't {TEAM}' } }
    const drawn = flow('Two')
      .settings({ model })
      .start('a')
      .agent('a', { name: 'A', model: { seed: 9, body: { top_k: 5 } } })
    drawn
      .agent('b', { name: 'B', model: { connection: 'other' } })
      .handoff('a', 'b', { by: 'context', condition: 'true' })
    const env = { TEAM: 'team-secret-4711' }
    test = await openTestCore(drawn.build(), { env })
    test.server.on({}, (request) => ({ text: `${String(request.headers['x-team'])}` }))
    const { events, said } = await test.turn('hi')
    expect(said.at(-1)).toBe('undefined')
    expect(sent(0)).toMatchObject({ top_p: 0.5, seed: 3 })
    expect([sent(0)?.['top_k'], test.server.requests[0]?.headers['x-team']]).toEqual([undefined, undefined])
    await test.close()

    const alone = flow('One')
      .settings({ model })
      .start('a')
      .agent('a', { name: 'A', model: { seed: 9, body: { min_p: 0 } } })
    test = await openTestCore(alone.build(), { env })
    test.server.on({}, (request) => ({ text: `You sent ${String(request.headers['x-team'])}` }))
    const turn = await test.turn('hi')
    expect(turn.said).toEqual(['You sent t ***'])
    expect(sent(0)).toMatchObject({ top_p: 0.5, seed: 9, top_k: 4, min_p: 0 })
    expect(JSON.stringify([events, turn.events])).not.toContain('4711')
  })
})

describe('decisions read what comes after the thoughts', () => {
  const slots = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }

  it('the switch check, a guard, and what is collected', async () => {
    const drawn = setupD()
      .observer('guard', { type: 'guard', prompt: 'GUARDING {description} {reply} {history}' })
      .observer('collect', { type: 'collect', prompt: 'COLLECTING {description} {reply} {history}', slots })
      .observe('p', 'guard', { order: 1 })
      .observe('p', 'collect', { order: 2 })
    test = await openTestCore(drawn.build())
    const asks = (word: string) => (request: RecordedRequest) => JSON.stringify(request.messages).includes(word)
    test.server.on(asks('GUARDING'), { text: `${THOUGHT}OK.` })
    test.server.on(asks('COLLECTING'), { text: `${THOUGHT}{}` }, { text: `${THOUGHT}{"name": "Ann"}` })
    test.server.on({ system: 'You are P.' }, { text: `${THOUGHT}Name?` }, { text: 'Thanks.' })
    test.server.reply(toolCall('fill_profile'))
    expect((await test.turn('profile')).said).toEqual(['Name?'])
    test.server.reply({ text: `${THOUGHT}False` })
    test.server.on({}, { text: 'All done.' })
    const turn = await test.turn('Ann')
    const sessions = eventsOfType(turn.events, 'session').map(({ slots: had }) => had)
    expect(sessions.at(-1)).toEqual({ name: 'Ann' })
    expect(turn.said.join(' ')).not.toContain('think')
  })
})
