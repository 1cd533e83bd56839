/** What every field component of the inspector is given. */
import type { FieldType, HintOf } from '../../src-shared/kinds/field-types'
import type { Json } from '../../src-shared/flow/records'
import { type Message } from '../../src-shared/languages/translate'

/** `own-step`: undone by itself; else together with what is typed right before and after it. */
export type UndoStep = 'own-step' | 'with-typing'

export type FieldProps<T extends FieldType = FieldType> = {
  hint: HintOf<T>
  /** The value with its default filled in. */
  value: Json | undefined
  /** What is wrong with it, in words. */
  error: string | null
  /** Sets the value; undefined brings back the default. Answers why it cannot be, null when it was set. */
  onChange: (value: Json | undefined, undo?: UndoStep) => Message | null
  /** The id of the node that the field belongs to; null for edges and settings. A field reads of it only what it shows. */
  node: string | null
  /** The edge that the field belongs to, if it is one's. */
  edge?: string
}

/** A value as the text of an input. */
export function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
