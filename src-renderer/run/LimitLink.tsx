/** The way from where a limit is told to the field in which it is set. */
import type { PlainText } from '../../src-shared/languages/translate'
import type { Flow } from '../../src-shared/flow/records'
import type { LimitPlace } from '../../src-shared/run/words/limit-place'
import { useEditor, useFlow } from '../editor/editor-context'
import { showProblem } from '../editor/show'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'

export type ShownPlace = { field: string; node?: string }

/** What `showProblem` takes for a limit; null where the node of that name is not drawn, or is one of several. */
export function useShownPlace(place: LimitPlace | null): ShownPlace | null {
  const name = place?.node ?? null
  const id = useFlow(({ nodes }) => (name === null ? null : onlyNamed(nodes, name)))
  if (place === null || (name !== null && id === null)) return null
  return id === null ? { field: place.field } : { field: place.field, node: id }
}

function onlyNamed(nodes: Flow['nodes'], name: string): string | null {
  const named = Object.keys(nodes).filter((id) => nodes[id]?.name === name)
  return named.length === 1 ? (named[0] ?? null) : null
}

type LimitLinkProps = { place: LimitPlace | null; words: PlainText }

/** Nothing where nobody can set it. */
export function LimitLink({ place, words }: LimitLinkProps) {
  const t = useT()
  const editor = useEditor()
  const shown = useShownPlace(place)
  if (shown === null) return null
  return (
    <button type="button" className={textStyles.link} onClick={() => showProblem(editor, shown)}>
      {t(words)}
    </button>
  )
}
