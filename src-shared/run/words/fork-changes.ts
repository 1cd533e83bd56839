/** What was changed where a thread left another one, in words. */
import type { Translate } from '../../languages/translate'
import type { ForkChanges, ForkEdit } from '../log/fork-changes'
import { oneLine } from './text'
import { valueWords } from './values'

type NameOf = (node: string) => string
const MOST = 60

/** One change: `another instruction for Front`. Each kind of change has its words: the compiler demands them. */
function forkEditWords(edit: ForkEdit, nameOf: NameOf, t: Translate): string {
  switch (edit.what) {
    case 'variable':
      return t('{name} is {value}', { name: edit.name, value: oneLine(valueWords(edit.value), MOST) })
    case 'result':
      return t('a tool result was changed to “{text}”', { text: oneLine(edit.text, MOST) })
    case 'plan-step':
      return t('step {id} of {name} was changed', { id: edit.step.id, name: nameOf(edit.node) })
    case 'holder':
      return t('{name} goes on', { name: nameOf(edit.node) })
    case 'model':
      return t('{name} asks {model}', {
        name: nameOf(edit.node),
        model: edit.model === '' ? edit.connection : edit.model,
      })
    case 'prompt':
      return t('another instruction for {name}', { name: nameOf(edit.node) })
  }
}

/** All that was changed, a part for each; none: nothing. */
export function forkChangesWords(changes: ForkChanges | undefined, nameOf: NameOf, t: Translate): string[] {
  if (changes === undefined) return []
  const { edits, drawing, substitutes } = changes
  const drawn = { then: t('with the flow as it was'), now: t('with the flow as it is now') }
  return [
    ...edits.map((edit) => forkEditWords(edit, nameOf, t)),
    ...(drawing === null ? [] : [drawn[drawing]]),
    ...Object.entries(substitutes).map(([old, by]) =>
      t('{name} stands for {old}', { name: nameOf(by), old: nameOf(old) }),
    ),
  ]
}
