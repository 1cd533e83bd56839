/** What the flow is allowed to use outside of Baton, and taking it back. */
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
import textStyles from '../../ui/text.module.css'
import partsStyles from '../parts.module.css'
import styles from './PermissionsSection.module.css'

export function PermissionsSection() {
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
  const asked = known.length - allowed.length
  const revoke = (which: readonly ConsentView[]): void => {
    const hashes = which.map(({ hash }) => hash)
    consents.revoke(hashes).catch((cause: unknown) => notifyError('It could not be revoked', cause))
  }
  return (
    <div role="group" aria-label="Permissions">
      <div className={styles.permissionsHead}>
        <div className={textStyles.sectionTitle}>Permissions</div>
        {allowed.length > 1 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => revoke(allowed)}>
            Revoke all
          </Button>
        )}
      </div>
      {allowed.length > 0 && (
        <ul className={styles.permissions} aria-label="Allowed">
          {allowed.map((item) => (
            <Permission key={item.hash} item={item} onRevoke={() => revoke([item])} />
          ))}
        </ul>
      )}
      <p className={partsStyles.fieldNote}>{noteOf(allowed.length, asked)}</p>
    </div>
  )
}

function noteOf(allowed: number, asked: number): string {
  if (asked > 0) {
    const what = allowed > 0 ? `${asked} more` : asked === 1 ? 'One thing' : `${asked} things`
    return `${what} outside of Baton ${asked === 1 ? 'is' : 'are'} asked for with the next message.`
  }
  if (allowed > 0) return 'What changes is asked for again.'
  return 'Programs, addresses, files, code and secrets that you allow this flow to use are listed here. It uses none now.'
}

function Permission({ item, onRevoke }: { item: ConsentView; onRevoke: () => void }) {
  const editor = useEditor()
  const key = groupKeyOf(item)
  const Icon = GROUP_ICONS[key]
  const { name } = shownItem(item)
  return (
    <li className={styles.permission}>
      <Icon size={15} stroke={1.75} aria-hidden />
      <div className={styles.words}>
        <div className={cx(styles.value, textStyles.mono)} title={name}>
          {name}
        </div>
        <div className={styles.about}>
          {GROUP_WORDS[key]} <UsedBy nodes={item.nodes} onShowNode={(id) => showNode(editor, id)} />
        </div>
      </div>
      <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
