/** What a person reads of a pause, and types to go on from one. */
import type { BreakpointPlace, GoOn, GoOnVerb, PauseReason } from '../log/breakpoints'
import type { AnswerOf, QuestionOf } from '../log/questions'

/** What was answered, in the turn afterwards. */
const WENT_ON: { readonly [G in GoOn['is']]: string } = {
  continue: 'You let the turn go on.',
  over: 'You stepped over.',
  into: 'You stepped in.',
  out: 'You stepped out.',
  to: 'You let the turn run to a node.',
  stop: 'You stopped the turn.',
}

/** `before b`, for the second time and later `before b (hit 2)`. */
function pauseWords(reason: PauseReason): string {
  switch (reason.is) {
    case 'step':
      return 'after a step'
    case 'run-to':
      return placeWords(reason.place)
    case 'breakpoint':
      return `${placeWords(reason.place)}${reason.hit === 1 ? '' : ` (hit ${reason.hit})`}`
  }
}

function placeWords(place: BreakpointPlace): string {
  switch (place.on) {
    case 'node':
      return `${place.side} ${place.node}`
    case 'edge':
      return `on the edge ${place.edge}`
    case 'tool':
      return `at a call of ${place.tool}`
    case 'variable':
      return `because ${place.variable} was set`
  }
}

function went(is: GoOnVerb): AnswerOf<'breakpoint'> {
  return { kind: 'breakpoint', go: { is } }
}

/** The words that are typed. */
const GO_ON_WORDS: { readonly [word: string]: AnswerOf<'breakpoint'> } = {
  continue: went('continue'),
  over: went('over'),
  into: went('into'),
  out: went('out'),
  stop: went('stop'),
}

/** What a person reads of it. */
export const PAUSE_WORDS = {
  task: 'go on from a breakpoint',
  asks: ({ because, calls }: QuestionOf<'breakpoint'>) =>
    [
      `The turn is paused ${because.map(pauseWords).join(', ')}.`,
      ...(calls.length === 0 ? [] : [`  next: ${calls.join(', ')}`]),
    ].join('\n'),
  problem: (problem: string) => problem,
  hint: 'A new message gives up the paused turn' as const,
  drops: 'The turn that was paused at a breakpoint is given up',
  dropped: 'You went on without an answer, so the paused turn was given up.',
  answered: ({ go }: AnswerOf<'breakpoint'>) => WENT_ON[go.is],
  ends: ({ go }: AnswerOf<'breakpoint'>) => (go.is === 'stop' ? 'You stopped the turn at a breakpoint.' : null),
  without: 'Remove the breakpoint',
}

/** What is typed as its answer. */
export const PAUSE_TYPED = {
  prompt: 'Go on? [continue / over / into / out / stop]',
  line: (text: string) => GO_ON_WORDS[text.trim().toLowerCase()] ?? null,
  options: GO_ON_WORDS,
  file: null,
  help: 'how a turn goes on that is paused at a breakpoint: continue, over, into, out, stop',
}
