/** The permission sheet: everything that the flow would use outside of Baton, before it uses any of it. Nothing is allowed by accident. */
import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState, type MouseEvent } from 'react'
import { visibleLine } from '../../src-shared/kinds/visible'
import type { Translate } from '../../src-shared/languages/translate'
import type { ConsentView } from '../../src-shared/rpc/contract'
import { useEditor, useFlow } from '../editor/editor-context'
import { showNode } from '../editor/show'
import { useConsent, useConsentStore } from './consent-context'
import { isByHand, type ConsentRequest } from './consent-store'
import { ALLOW_WORDS, consentGroups, countedWords } from './consent-words'
import { ConsentGroups } from './ConsentItems'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import styles from './ConsentSheet.module.css'

/** Needs a `ConsentProvider` around it. */
export function ConsentSheet() {
  const t = useT()
  const consents = useConsentStore()
  const asking = useConsent((state) => state.asking)
  return (
    <Dialog
      opened={asking !== null}
      onClose={() => consents.cancel()}
      title={t(asking !== null && isByHand(asking.items) ? 'Allow this to try it out?' : 'Allow what this flow uses?')}
      size={620}
      classNames={{ content: styles.sheet, body: styles.body }}
    >
      {asking !== null && <Sheet asking={asking} />}
    </Dialog>
  )
}

function Sheet({ asking }: { asking: ConsentRequest }) {
  const t = useT()
  const consents = useConsentStore()
  const editor = useEditor()
  const { verb, items, before, isAllowing, error } = asking
  const show = (nodeId: string): void => {
    consents.cancel()
    showNode(editor, nodeId)
  }
  const allow = (event: MouseEvent): void => {
    // The second click of a double one may meet another list than the first.
    if (event.detail <= 1) void consents.allow()
  }
  return (
    <>
      <Intro asking={asking} />
      <div className={styles.list} data-part="list" tabIndex={-1}>
        <ConsentGroups
          groups={consentGroups(items, [...items, ...before])}
          areNews={before.length > 0}
          onShowNode={show}
        />
        {before.length > 0 && <Before items={before} onShowNode={show} />}
      </div>
      {error !== null && (
        <p className={styles.error} role="alert">
          {t.message(error)}
        </p>
      )}
      <footer className={styles.foot}>
        <span className={styles.note}>{t('You can take it back in the flow settings.')}</span>
        <Button data-autofocus disabled={isAllowing} onClick={() => consents.cancel()}>
          {t('Cancel')}
        </Button>
        <Button variant="filled" loading={isAllowing} onClick={allow}>
          {t(ALLOW_WORDS[verb])}
        </Button>
      </footer>
    </>
  )
}

/** From so many things on they are counted. */
const MANY = 8

function Intro({ asking: { items, before, hasChanged } }: { asking: ConsentRequest }) {
  const t = useT()
  const name = visibleLine(useFlow((flow) => flow.name))
  const things = items.length < MANY ? null : countedWords(consentGroups(items, items), t)
  if (hasChanged)
    return (
      <p className={styles.intro} role="status">
        {things === null
          ? t('The flow changed meanwhile. This is what it wants to use now.')
          : t('The flow changed meanwhile. This is what it wants to use now: {things}.', { things })}
      </p>
    )
  if (isByHand(items)) {
    const nodes = new Set(items.flatMap((item) => item.nodes.map((node) => visibleLine(node.name))))
    return (
      <p className={styles.intro}>
        {t(
          'You connect and try {names} yourself. Nothing runs before you allow it. Agents may not use it yet: when one is connected to it, the flow asks you again.',
          { names: t.list([...nodes]) },
        )}
      </p>
    )
  }
  return <p className={styles.intro}>{before.length > 0 ? moreWords(name, things, t) : firstWords(name, things, t)}</p>
}

/** `things`: what it wants, counted; null where the list is short. */
function moreWords(name: string, things: string | null, t: Translate): string {
  return things === null
    ? t('“{name}” wants to use more than you allowed. The rest stays allowed.', { name })
    : t('“{name}” wants to use more than you allowed: {things}. The rest stays allowed.', { name, things })
}

function firstWords(name: string, things: string | null, t: Translate): string {
  return things === null
    ? t(
        '“{name}” wants to use what is listed here. Nothing runs before you allow it; you are asked again only when something changes.',
        { name },
      )
    : t(
        '“{name}” wants to use {things}. Nothing runs before you allow it; you are asked again only when something changes.',
        { name, things },
      )
}

function Before({ items, onShowNode }: { items: readonly ConsentView[]; onShowNode: (nodeId: string) => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.before}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} aria-hidden />
        {t('{count} allowed before', { count: items.length })}
      </button>
      {isOpen && <ConsentGroups groups={consentGroups(items, items)} areNews={false} onShowNode={onShowNode} />}
    </div>
  )
}
