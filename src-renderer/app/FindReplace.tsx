/** Finding in every text of the flow and replacing it: one by one, or all in one step of undo. */
import { message, type Translate } from '../../src-shared/languages/translate'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { findText, replaceText, textsOf, type TextHit } from '../../src-shared/flow/editing/find-text'
import { useEditor, useFlow } from '../editor/editor-context'
import { aroundHit, goToText, placeWords } from './go-to-text'
import { useShell, useShellStore } from './shell-store'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import textStyles from '../ui/text.module.css'
import styles from './FindReplace.module.css'

/** So many lines are drawn; all of them are replaced. */
const SHOWN = 200

export function FindReplace() {
  const t = useT()
  const shell = useShellStore()
  const isOpen = useShell(({ replaceOpen }) => replaceOpen)
  const close = (): void => shell.setState({ replaceOpen: false })
  return (
    <Dialog opened={isOpen} onClose={close} title={t('Find and replace')} size="lg">
      {isOpen && <Body onClose={close} />}
    </Dialog>
  )
}

function Body({ onClose }: { onClose: () => void }) {
  const t = useT()
  const editor = useEditor()
  const flow = useFlow((present) => present)
  const [query, setQuery] = useState('')
  const [replacement, setReplacement] = useState('')
  const [options, setOptions] = useState({ isCaseKept: false, isWholeWord: false })
  const sought = useDeferredValue(query)
  const hits = useMemo(() => findText(textsOf(flow), sought, options), [flow, sought, options])
  const free = hits.filter(({ isVariable }) => !isVariable)
  function replace(some: readonly TextHit[]): void {
    const label = some.length === 1 ? 'Replace a text' : message('Replace {count} texts', { count: some.length })
    editor.flows.edit(label, (before) => replaceText(before, some, replacement))
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // What is typed now, also while the list is still that of the words before.
        const all =
          sought === query ? free : findText(textsOf(flow), query, options).filter(({ isVariable }) => !isVariable)
        if (all.length > 0) replace(all)
      }}
    >
      <TextInput
        label={t('Find')}
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <TextInput
        label={t('Replace with')}
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
      />
      <div className={styles.options}>
        <Checkbox
          label={t('Match case')}
          checked={options.isCaseKept}
          onChange={(event) => setOptions({ ...options, isCaseKept: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('Whole words')}
          checked={options.isWholeWord}
          onChange={(event) => setOptions({ ...options, isWholeWord: event.currentTarget.checked })}
        />
        <span className={styles.count} role="status">
          {countWords({ query, all: hits.length, variables: hits.length - free.length }, t)}
        </span>
        <Button type="submit" variant="filled" size="compact-md" disabled={free.length === 0}>
          {t('Replace all')}
        </Button>
      </div>
      <ul className={styles.hits} aria-label={t('Found')}>
        {hits.slice(0, SHOWN).map((hit, index) => (
          <Hit
            key={index}
            hit={hit}
            where={placeWords(flow, hit.place, t)}
            onGo={() => {
              onClose()
              goToText(editor, hit.place)
            }}
            onReplace={() => replace([hit])}
          />
        ))}
      </ul>
      {hits.length > SHOWN && (
        <p className={textStyles.muted}>{t('And {count} more.', { count: hits.length - SHOWN })}</p>
      )}
    </form>
  )
}

type FoundCounts = { query: string; all: number; variables: number }

function countWords({ query, all, variables }: FoundCounts, t: Translate): string {
  if (query === '') return t('Searches names, prompts, conditions and starters')
  if (all === 0) return t('Nothing found')
  if (variables === 0) return t('{all, plural, one {# place} other {# places}}', { all })
  return t(
    '{all, plural, one {# place} other {# places}}, {variables} in names of variables: rename those in Flow settings',
    { all, variables },
  )
}

type HitProps = { hit: TextHit; where: string; onGo: () => void; onReplace: () => void }

function Hit({ hit: { place, start, end, isVariable }, where, onGo, onReplace }: HitProps) {
  const t = useT()
  const { before, hit, after } = aroundHit(place.text, start, end)
  return (
    <li className={styles.hit}>
      <button type="button" className={styles.go} onClick={onGo}>
        <span className={styles.where}>{where}</span>
        <span className={textStyles.ellipsis}>
          {before}
          <mark>{hit}</mark>
          {after}
        </span>
      </button>
      {isVariable ? (
        <span className={textStyles.muted}>{t('variable')}</span>
      ) : (
        <Button size="compact-xs" aria-label={t('Replace in {where}', { where })} onClick={onReplace}>
          {t('Replace')}
        </Button>
      )}
    </li>
  )
}
