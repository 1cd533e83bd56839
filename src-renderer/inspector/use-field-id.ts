/** Which field of which flow a draft belongs to. */
import { useEditor } from '../editor/editor-context'

export type FieldPlace = { node: string | null; edge?: string; hint: { key: string } }

export function useFieldId({ node, edge, hint }: FieldPlace): string {
  const { flowId } = useEditor()
  return JSON.stringify([flowId, node, edge ?? null, hint.key])
}
