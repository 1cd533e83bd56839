/** Words for breakpoints, why a turn pauses, and how it goes on. */
import { drawnNode, isInnerId } from '../../src-shared/flow/inner-ids'
import type { Translate } from '../../src-shared/languages/translate'
import type { BreakpointPlace, GoOnVerb, PauseReason } from '../../src-shared/run/log/breakpoints'

/** What is pressed to go on. */
export const GO_ON_LABELS = {
  continue: 'Continue',
  over: 'Step over',
  into: 'Step into',
  out: 'Step out',
  stop: 'Stop',
} as const satisfies { readonly [V in GoOnVerb]: string }

/** Names as a person knows them: of nodes by their id, of edges as both ends; null: it is no edge of the drawn flow itself. */
export type PlaceNames = { node: (id: string) => string; edge: (id: string) => { from: string; to: string } | null }

export function placeWords(t: Translate, place: BreakpointPlace, names: PlaceNames): string {
  switch (place.on) {
    case 'node': {
      const name = names.node(place.node)
      return place.side === 'before' ? t('Before {name}', { name }) : t('After {name}', { name })
    }
    case 'edge': {
      const ends = names.edge(place.edge)
      if (ends !== null) return t('From {from} to {to}', ends)
      return isInnerId(place.edge)
        ? t('On an edge in {name}', { name: names.node(drawnNode(place.edge)) })
        : t('On a deleted edge')
    }
    case 'tool':
      return t('Calls of {tool}', { tool: place.tool })
    case 'variable':
      return t('{name} is set', { name: place.variable })
  }
}

export function reasonWords(t: Translate, reason: PauseReason, names: PlaceNames): string {
  if (reason.is === 'step') return t('After a step')
  const place = placeWords(t, reason.place, names)
  if (reason.is === 'run-to') return t('Run to here: {place}', { place })
  return reason.hit === 1
    ? t('Breakpoint: {place}', { place })
    : t('Breakpoint: {place}, hit {hit}', { place, hit: reason.hit })
}
