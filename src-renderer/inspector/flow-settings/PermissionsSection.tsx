/** What the flow is allowed to use outside of Baton, and taking it back. */
import type { Translate } from '../../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { ConsentView } from '../../../src-shared/rpc/contract'
import { useConsent, useConsentStore } from '../../consent/consent-context'
import { consentGroups, GROUP_WORDS, groupKeyOf, shownItem } from '../../consent/consent-words'
import { GROUP_ICONS, UsedBy } from '../../consent/ConsentItems'
import { useEditor, useFlowState } from '../../editor/editor-context'
import { showNode } from '../../editor/show'
import { notifyError } from '../../ui/services'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import partsStyles from '../parts.module.css'
import styles from './PermissionsSection.module.css'

export function PermissionsSection() {
  const t = useT()
  const consents = useConsentStore()
  const items = useConsent((state) => state.items)
  // What is saved decides what the flow uses.
  const revision = useFlowState((state) => state.revision)
  useEffect(() => {
    // Until it can be read, what was read before stays.
    consents.refresh().catch(() => undefined)
  }, [consents, revision])
  const known = items ?? []
  const allowed = consentGroups(known, known).flatMap((group) => group.items.filter((item) => item.allowed))
  const asked = known.filter((item) => !item.allowed && !item.byHand).length
  const revoke = (which: readonly ConsentView[]): void => {
    const hashes = which.map(({ hash }) => hash)
    consents.revoke(hashes).catch((cause: unknown) => notifyError('It could not be revoked', cause))
  }
  return (
    <div role="group" aria-label={t('Permissions')}>
      {allowed.length > 1 && (
        <div className={styles.permissionsHead}>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => revoke(allowed)}>
            {t('Revoke all')}
          </Button>
        </div>
      )}
      {allowed.length > 0 && (
        <ul className={styles.permissions} aria-label={t('Allowed')}>
          {allowed.map((item) => (
            <Permission key={item.hash} item={item} onRevoke={() => revoke([item])} />
          ))}
        </ul>
      )}
      <p className={partsStyles.fieldNote}>{noteOf(allowed.length, asked, t)}</p>
    </div>
  )
}

function noteOf(allowed: number, asked: number, t: Translate): string {
  if (asked > 0) {
    return allowed > 0
      ? t(
          '{count, plural, one {# more outside of Baton is asked for with the next message.} other {# more outside of Baton are asked for with the next message.}}',
          { count: asked },
        )
      : t(
          '{count, plural, one {One thing outside of Baton is asked for with the next message.} other {# things outside of Baton are asked for with the next message.}}',
          { count: asked },
        )
  }
  if (allowed > 0) return t('What changes is asked for again.')
  return t(
    'Programs, addresses, files, code and secrets that you allow this flow to use are listed here. It uses none now.',
  )
}

function Permission({ item, onRevoke }: { item: ConsentView; onRevoke: () => void }) {
  const t = useT()
  const editor = useEditor()
  const key = groupKeyOf(item)
  const Icon = GROUP_ICONS[key]
  const { name } = shownItem(item, t)
  return (
    <li className={styles.permission}>
      <Icon size={15} stroke={1.75} aria-hidden />
      <div className={styles.words}>
        <div className={cx(styles.value, textStyles.mono)} title={name}>
          {name}
        </div>
        <div className={styles.about}>
          {t(GROUP_WORDS[key])}{' '}
          <UsedBy
            nodes={item.nodes}
            note={item.byHand ? t('only to try it out') : ''}
            onShowNode={(id) => showNode(editor, id)}
          />
        </div>
      </div>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={t('Revoke {name}', { name })}
        onClick={onRevoke}
      >
        {t('Revoke')}
      </Button>
    </li>
  )
}
