/** The calls of the flow that run without asking, as the person once said in a card: each can be taken back. Nothing while there are none. */
import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { drawnNode } from '../../../src-shared/flow/inner-ids'
import type { CallRule } from '../../../src-shared/rpc/call-rules'
import { useEditor, useFlow } from '../../editor/editor-context'
import { useT } from '../../ui/language'
import { notifyError, useServices } from '../../ui/services'
import textStyles from '../../ui/text.module.css'
import partsStyles from '../parts.module.css'
import styles from './CallRulesSection.module.css'

export function CallRulesSection() {
  const t = useT()
  const { rules, revoke } = useRules()
  if (rules.length === 0) return null
  return (
    <div role="group" aria-label={t('Calls that run without asking')}>
      <div className={textStyles.sectionTitle}>{t('Calls that run without asking')}</div>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <RuleLine key={rule.id} rule={rule} onRevoke={() => revoke(rule)} />
        ))}
      </ul>
      <p className={partsStyles.fieldNote}>{t('Each ends by itself when its tool is drawn otherwise.')}</p>
    </div>
  )
}

function RuleLine({ rule, onRevoke }: { rule: CallRule; onRevoke: () => void }) {
  const t = useT()
  const { node, tool, threadTitle } = rule
  const name = useFlow((flow) => flow.nodes[drawnNode(node)]?.name ?? node)
  const title = threadTitle === '' ? t('Untitled') : threadTitle
  return (
    <li>
      <span>
        {t('{name} may call {tool}', { name, tool })}
        <span className={styles.where}>{title === null ? t('in this flow') : t('only in “{title}”', { title })}</span>
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={t('Revoke {name}', { name: tool })}
        onClick={onRevoke}
      >
        {t('Revoke')}
      </Button>
    </li>
  )
}

function useRules() {
  const { client } = useServices()
  const { flowId } = useEditor()
  const [rules, setRules] = useState<readonly CallRule[]>([])
  const read = useCallback(async () => setRules(await client.call('callRules.list', { flowId })), [client, flowId])
  useEffect(() => {
    read().catch((cause: unknown) => notifyError('The rules could not be read', cause))
    return client.stream(
      'app.changes',
      {},
      {
        // A rule is made by an answer, with which its thread goes on.
        onItem({ what, flowId: of }) {
          if (what === 'thread' && (of === null || of === flowId)) void read().catch(() => undefined)
        },
      },
    )
  }, [client, flowId, read])
  const revoke = async ({ id }: CallRule): Promise<void> => {
    await client.call('callRules.revoke', { flowId, id })
    await read()
  }
  return {
    rules,
    revoke: (rule: CallRule) =>
      void revoke(rule).catch((cause: unknown) => notifyError('The rule could not be taken back', cause)),
  }
}
