/** Scenes that are played to their end by whoever finds them, and what the conversation is then: for tests that kill whoever played before. */
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { RunEvent } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import type { Core } from '../core'
import type { BatonState } from '../engine/state/state'
import { eventsOfThread, faultsOfThread } from './hostile-faults'
import { normalTrace } from './normal-trace'
import { yesTo } from './say-yes'
import type { Scene } from './step-scenes'

/** The thread that is played in. */
export const THREAD = 't'

/** Says what is not said yet, goes on with what was left or says something else, and answers with yes what is asked, until nothing is left to do. */
export async function playToEnd(
  { services: { runner, threads } }: Core,
  drawn: Flow,
  texts: readonly string[],
  how: 'continue' | 'message',
) {
  const now = { flowText: saveFlow(drawn), revision: null, threadId: THREAD }
  for (let step = 0; step < 20; step += 1) {
    const newest = threads.newestRun(THREAD)
    const [waiting] = runner.waiting(THREAD)
    const text = texts[threads.read(THREAD).turns]
    const isLeft = newest?.state === 'interrupted' && waiting === undefined
    if (isLeft && how === 'message') await (await runner.start({ ...now, flowId: drawn.id, text: 'never mind' })).done
    else if (isLeft) await (await runner.resume(now)).done
    else if (waiting !== undefined) await (await runner.answer({ threadId: THREAD, ...yesTo(waiting) })).done
    else if (text !== undefined) await (await runner.start({ ...now, flowId: drawn.id, text })).done
    else return
  }
  throw new Error('It does not come to its end.')
}

/** The conversation in the end, with what was asked and answered, each once however often it was told again. */
export async function wholeOf(core: Core, state: BatonState) {
  const events = eventsOfThread(core, THREAD)
  return {
    entries: entriesOf(events),
    variables: state.variables,
    unanswered: idsOf(events, 'question').filter((id) => !idsOf(events, 'answer').includes(id)),
    faults: await faultsOfThread(core, { thread: THREAD, state, events }),
  }
}

/** In the order of their text: what is done side by side comes as it comes. */
function entriesOf(events: readonly RunEvent[]): string[] {
  const entries = new Map(events.flatMap((event) => (event.type === 'entry' ? [[event.entry.id, event]] : [])))
  return [...entries.values()]
    .flatMap((event) => normalTrace([event]))
    .map((entry) => JSON.stringify(entry).replaceAll(NAMED_BY_CHANCE, '#'))
    .toSorted()
}

/** The test's model numbers its calls; what happens within one is named after it. */
const NAMED_BY_CHANCE = /\bcall_\d+_\d+\b|\bin[0-9a-f]{12}\b/g

function idsOf(events: readonly RunEvent[], type: 'question' | 'answer'): string[] {
  return [...new Set(events.flatMap((event) => (event.type === type ? [event.id] : [])))]
}

/** What scenes of steps do not ask: whether a call may be made, and an approval with what follows from it. */
export const GATED: Scene = {
  name: 'a call that a person allows, and an approval that decides what follows',
  draw: (shop) =>
    flow('Gated')
      .variable('paid', { type: 'number', default: 0 })
      .start('a')
      .agent('a', { name: 'Clerk', prompt: 'MARK-A' })
      .httpTool('pay', { toolName: 'pay', url: shop, method: 'POST', needsApproval: true })
      .use('a', 'pay')
      .node('approval', 'q', { name: 'Gate', message: 'Book it?' })
      .node('set-variables', 'v', { name: 'Count', set: [{ name: 'paid', value: '${paid} + 1' }] })
      .agent('z', { name: 'Last', prompt: 'MARK-Z ${paid}' })
      .handoff('a', 'q')
      .edge('next', { from: 'q', to: 'v', port: 'approved' })
      .next('v', 'z'),
  message: 'pay',
  answer({ text, toolResults, toolNames }) {
    if (text.includes('MARK-Z')) return { said: text.includes('MARK-Z 1') ? 'Booked once.' : 'Booked more than once.' }
    if (toolResults === 0) return { call: 'pay' }
    return { call: toolNames.find((name) => name.startsWith('transfer_')) ?? 'none' }
  },
}
