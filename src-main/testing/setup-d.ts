/** Setup D of docs/rules.md, and how its participants are told apart in requests. */
import { flow } from '../../src-shared/testing/flow-builder'
import type { RecordedRequest } from './model-server'

/** Setup D; prompts carry marks that tell S, P, O and X apart. */
export const setupD = () =>
  flow('Setup D')
    .start('s')
    .supervisor('s', { name: 'Concierge', prompt: 'You are S. Dialogs: {dialogs} Tools: {tools}' })
    .builtinTool('time', { name: 'Clock', tool: 'clock', toolName: 'get_time' })
    .dialog('p', {
      name: 'PROFILE',
      toolName: 'fill_profile',
      toolDescription: 'Used for filling in a profile',
      prompt: 'You are P.',
    })
    .dialog('o', {
      name: 'ORDER',
      toolName: 'make_order',
      toolDescription: 'Used for ordering cakes',
      prompt: 'You are O.',
    })
    .use('s', 'time')
    .delegate('s', 'p')
    .delegate('s', 'o')

/** Who asked: S, P, O, the switch check X, or an observer. */
export function speakerOf(request: RecordedRequest): string {
  if (request.system.includes('You are S.')) return 'S'
  if (request.system.includes('You are P.')) return 'P'
  if (request.system.includes('You are O.')) return 'O'
  return /Observer (\w+)/.exec(request.user)?.[1] ?? 'X'
}

/** A reply that calls one tool. */
export function toolCall(name: string, args: object = {}) {
  return { calls: [{ name, arguments: args }] }
}
