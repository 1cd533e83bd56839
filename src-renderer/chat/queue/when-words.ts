/** When something counts that is said during a turn, in words. */
import type { SayWhen } from '../../../src-shared/flow/records'

type WhenWords = { name: string; about: string; send: string }

export const WHEN_WORDS = {
  after: { name: 'After this', about: 'Waits until this turn is over.', send: 'Send after this' },
  now: {
    name: 'Next step',
    about: 'What is under way is finished first, then this is answered.',
    send: 'Send at the next step',
  },
  instead: {
    name: 'Instead',
    about: 'What is under way is cut off, and this is answered.',
    send: 'Send instead',
  },
} as const satisfies Record<SayWhen, WhenWords>
