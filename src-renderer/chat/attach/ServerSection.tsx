/** A server of the flow among the things to attach: what it has, or connecting it. */
import { Button, Loader } from '@mantine/core'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { saidOf } from '../../../src-shared/errors'
import type { ListedResource, ResourceServer } from '../../../src-shared/rpc/attachments'
import { sizeMessage } from '../../ui/size-words'
import { IconButton } from '../../ui/IconButton'
import { ChipIcon } from './ChipIcon'
import { chosenResource, matching, resourceKey, type ChosenAttachment } from './chosen'
import type { Resources } from './use-resources'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import panelStyles from './panel.module.css'
import styles from './ServerSection.module.css'

/** So many are drawn; the search finds the others. */
const MOST_SHOWN = 100

export type ServerSectionProps = {
  server: ResourceServer
  query: string
  chosen: readonly ChosenAttachment[]
  resources: Resources
  /** Nothing more can be chosen. */
  isFull: boolean
  onToggle: (one: ChosenAttachment) => void
}

export function ServerSection({ server, query, chosen, resources, isFull, onToggle }: ServerSectionProps) {
  const t = useT()
  const found = matching(server.resources, query)
  const shown = found.slice(0, MOST_SHOWN)
  const keys = new Set(chosen.map(({ key }) => key))
  return (
    <section className={styles.server} aria-label={server.name}>
      <div className={styles.head}>
        <h3 className={textStyles.ellipsis} title={server.name}>
          {server.name}
        </h3>
        <ConnectButton server={server} resources={resources} />
      </div>
      <Note server={server} resources={resources} isSearching={query.trim() !== ''} found={found.length} />
      {shown.map((resource) => {
        const isChosen = keys.has(resourceKey(server.node, resource.uri))
        return (
          <ResourceLine
            key={resource.uri}
            resource={resource}
            isChosen={isChosen}
            isDisabled={isFull && !isChosen}
            onToggle={() => onToggle(chosenResource(server, resource))}
          />
        )
      })}
      {found.length > shown.length && (
        <div className={panelStyles.attachNote}>
          {t('and {count, number} more: search them', { count: found.length - shown.length })}
        </div>
      )}
    </section>
  )
}

type OfServer = { server: ResourceServer; resources: Resources }

function ConnectButton({ server: { node, name, state }, resources: { connecting, connect } }: OfServer) {
  const t = useT()
  if (connecting === node) return <Loader size={14} aria-label={t('Connecting {name}', { name })} />
  const isBusy = connecting !== null
  if (state === 'ready')
    return (
      <IconButton label={t('Ask {name} again', { name })} size={22} disabled={isBusy} onClick={() => connect(node)}>
        <IconRefresh size={13} />
      </IconButton>
    )
  return (
    <Button
      size="compact-xs"
      disabled={isBusy}
      aria-label={t('Connect {name}', { name })}
      onClick={() => connect(node)}
    >
      {state === 'failed' ? t('Try again') : t('Connect')}
    </Button>
  )
}

function Note({ server, resources, isSearching, found }: OfServer & { isSearching: boolean; found: number }) {
  const t = useT()
  const { node, state } = server
  const failure = resources.failure?.node === node ? resources.failure.said : state === 'failed' ? saidOf(server) : null
  if (resources.connecting === node) return <div className={panelStyles.attachNote}>{t('Connecting …')}</div>
  if (failure !== null)
    return (
      <div className={cx(panelStyles.attachNote, styles.failure)} role="alert">
        {t.message(failure)}
      </div>
    )
  if (state === 'needs-consent')
    return (
      <div className={panelStyles.attachNote}>{t('Not connected. What it needs is shown for you to allow first.')}</div>
    )
  if (state === 'not-asked') return <div className={panelStyles.attachNote}>{t('Not connected yet.')}</div>
  if (found > 0) return null
  return <div className={panelStyles.attachNote}>{isSearching ? t('Nothing found.') : t('It has no resources.')}</div>
}

type ResourceLineProps = { resource: ListedResource; isChosen: boolean; isDisabled: boolean; onToggle: () => void }

function ResourceLine({ resource, isChosen, isDisabled, onToggle }: ResourceLineProps) {
  const t = useT()
  const { uri, name, title, description, mimeType, size } = resource
  const shownName = name || uri
  const about = [title === shownName ? '' : title, description].filter((part) => part !== '').join(' · ')
  const facts = [mimeType, size === null ? '' : t.message(sizeMessage(size))].filter((part) => part !== '').join(', ')
  return (
    <button
      type="button"
      className={styles.line}
      title={uri}
      aria-pressed={isChosen}
      aria-label={shownName}
      disabled={isDisabled}
      onClick={onToggle}
    >
      {isChosen ? <IconCheck size={14} aria-hidden /> : <ChipIcon mimeType={mimeType} size={14} />}
      <span className={styles.words}>
        <span className={cx(styles.name, textStyles.ellipsis)}>{shownName}</span>
        <span className={cx(styles.about, textStyles.ellipsis)}>
          {[about, facts].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
    </button>
  )
}
