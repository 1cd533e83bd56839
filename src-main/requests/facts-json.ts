/**
 * What is known of a request beside its body, as JSON. What its messages were made of is as long as the conversation: so much of it as the request before has too is
 * taken from that one's text.
 */
import type { MessageSource, RequestFacts } from '../../src-shared/run/log/requests'
import type { CutText } from './segments'

type Sources = readonly (readonly MessageSource[])[]
export type NewFacts = Omit<RequestFacts, 'sources'> & { readonly sources: Sources }

/** The facts of an earlier request: their text, cut, whose first list is that of `sources`. */
export type KnownFacts = { readonly cut: CutText; readonly sources: Sources }

/** The same as `JSON.stringify`, with `sources` first: what stands before them would move all of them when it is longer than before. */
export function factsJson({ sources, ...others }: NewFacts, before: KnownFacts | null): string {
  const list = before?.cut.lists[0]
  const most = list?.commas.length ?? 0
  let same = 0
  while (same < most && isSame(sources[same], before?.sources[same])) same += 1
  const known = same === 0 ? '' : before?.cut.text.slice(list?.open, list?.commas.at(same - 1))
  const more = JSON.stringify(same === 0 ? sources : sources.slice(same)).slice(1, -1)
  const between = same > 0 && more !== '' ? ',' : ''
  return `{"sources":[${known}${between}${more}],${JSON.stringify(others).slice(1)}`
}

function isSame(one: Sources[number] | undefined, other: Sources[number] | undefined): boolean {
  if (one === undefined || one.length !== other?.length) return false
  for (let at = 0; at < one.length; at += 1) {
    const here = one[at]
    const there = other[at]
    if (here?.why !== there?.why || here?.entry !== there?.entry || here?.attached !== there?.attached) return false
  }
  return true
}
