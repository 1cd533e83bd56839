/** What a person reads of a pause. */
import { message, type Message, type PlainText, type Translate } from '../../languages/translate'
import type { BreakpointPlace, GoOn, PauseReason } from '../log/breakpoints'
import type { AnswerOf, QuestionOf } from '../log/questions'

/** What was answered, in the turn afterwards. */
const WENT_ON = {
  continue: 'You let the turn go on.',
  over: 'You stepped over.',
  into: 'You stepped in.',
  out: 'You stepped out.',
  to: 'You let the turn run to a node.',
  stop: 'You stopped the turn.',
} as const satisfies { readonly [G in GoOn['is']]: PlainText }

/** `before b`, for the second time and later `before b (hit 2)`. */
function pauseWords(reason: PauseReason, t: Translate): string {
  switch (reason.is) {
    case 'step':
      return t('after a step')
    case 'run-to':
      return placeWords(reason.place, t)
    case 'breakpoint': {
      const place = placeWords(reason.place, t)
      return reason.hit === 1 ? place : t('{place} (hit {hit})', { place, hit: reason.hit })
    }
  }
}

function placeWords(place: BreakpointPlace, t: Translate): string {
  switch (place.on) {
    case 'node':
      return place.side === 'before'
        ? t('before {name}', { name: place.node })
        : t('after {name}', { name: place.node })
    case 'edge':
      return t('on the edge {name}', { name: place.edge })
    case 'tool':
      return t('at a call of {tool}', { tool: place.tool })
    case 'variable':
      return t('because {name} was set', { name: place.variable })
  }
}

/** What a person reads of it. */
export const PAUSE_WORDS = {
  asks: ({ because, calls }: QuestionOf<'breakpoint'>, t: Translate) =>
    [
      t('The turn is paused {places}.', { places: because.map((reason) => pauseWords(reason, t)).join(', ') }),
      ...(calls.length === 0 ? [] : [`  ${t('next: {calls}', { calls: calls.join(', ') })}`]),
    ].join('\n'),
  problem: (problem: string) => problem,
  hint: 'A new message gives up the paused turn' as const,
  dropped: 'You went on without an answer, so the paused turn was given up.' as const,
  answered: ({ go }: AnswerOf<'breakpoint'>): Message => message(WENT_ON[go.is]),
}
