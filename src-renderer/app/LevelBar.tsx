/** The way from the flow of the page to the flow inside it that is shown: each is gone back to by a click. */
import { IconChevronRight } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { kindOf } from '../../src-shared/kinds/index'
import { useShownEditor, type Editor } from '../editor/editor-context'
import { outwards } from '../editor/levels'
import { useT } from '../ui/language'
import styles from './LevelBar.module.css'

export function LevelBar() {
  const t = useT()
  const shown = useShownEditor()
  if (shown.within === null) return null
  const path = outwards(shown).toReversed()
  return (
    <nav className={styles.bar} aria-label={t('Open flows')}>
      <ol className={styles.path}>
        {path.map((editor) => (
          <li key={editor.within?.node ?? ''} className={styles.step}>
            {editor.within !== null && <IconChevronRight size={14} aria-hidden className={styles.between} />}
            <Crumb editor={editor} isShown={editor === shown} />
          </li>
        ))}
      </ol>
      {shown.within.isOfLibrary && (
        <span className={styles.note}>{t('From the library. What you change here changes wherever it is used.')}</span>
      )}
    </nav>
  )
}

function Crumb({ editor, isShown }: { editor: Editor; isShown: boolean }) {
  const t = useT()
  const { flows } = editor.within?.outer ?? editor
  const name = useStore(flows, ({ flow }) => {
    if (editor.within === null) return flow.name
    const node = flow.nodes[editor.within.node]
    return node === undefined || node.name.trim() !== '' ? node?.name : kindOf(node)?.label
  })
  const said = name === undefined || name.trim() === '' ? t('Unnamed flow') : name
  if (isShown)
    return (
      <span className={styles.here} aria-current="page">
        {said}
      </span>
    )
  return (
    <button type="button" className={styles.crumb} onClick={() => editor.levels?.show(editor)}>
      {said}
    </button>
  )
}
