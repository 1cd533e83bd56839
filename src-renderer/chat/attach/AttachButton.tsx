/** The paperclip beside the composer, and what opens from it: files of the person, and what the flow's servers have. */
import { Button, Popover, TextInput } from '@mantine/core'
import { IconFilePlus, IconPaperclip, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { MOST_ATTACHMENTS } from '../../../src-shared/run/log/attachments'
import { useConsent } from '../../consent/consent-context'
import { PopoverPanel } from '../../ui/layers/PopoverPanel'
import { IconButton } from '../../ui/IconButton'
import { pickFiles } from '../../ui/files'
import type { ChosenAttachment } from './chosen'
import { ServerSection } from './ServerSection'
import { useFiles, type AttachProps } from './use-files'
import { useResources, type Resources } from './use-resources'
import { useT } from '../../ui/language'
import panelStyles from './panel.module.css'
import styles from './AttachButton.module.css'

const FILES =
  'image/png,image/jpeg,image/gif,image/webp,text/*,.md,.csv,.json,.yaml,.yml,.xml,.log,.pdf,application/json,application/pdf'

export function AttachButton(props: AttachProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const resources = useResources()
  const button = useRef<HTMLButtonElement>(null)
  // The permission sheet comes in its place.
  const isAsking = useConsent(({ asking }) => asking !== null)
  const show = (open: boolean): void => {
    if (open) resources.refresh()
    setOpen(open)
  }
  return (
    <Popover
      opened={isOpen && !isAsking}
      onChange={show}
      position="top-start"
      width={340}
      shadow="md"
      trapFocus
      closeOnEscape={false}
      withinPortal
    >
      <Popover.Target>
        <IconButton
          ref={button}
          className={styles.attach}
          label={t('Attach')}
          side="top"
          size={28}
          onClick={() => show(!isOpen)}
        >
          <IconPaperclip size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <PopoverPanel
        className={styles.panel}
        onEscape={() => {
          setOpen(false)
          // By itself the focus would go to what had it before, which may be gone with the permission sheet.
          button.current?.focus()
        }}
      >
        <AttachPanel {...props} resources={resources} onDone={() => setOpen(false)} />
      </PopoverPanel>
    </Popover>
  )
}

type AttachPanelProps = AttachProps & { resources: Resources; onDone: () => void }

function AttachPanel({ chosen, onChange, resources, onDone }: AttachPanelProps) {
  const t = useT()
  const [query, setQuery] = useState('')
  const { servers } = resources
  const isFull = chosen.length >= MOST_ATTACHMENTS
  const hasResources = servers.some((server) => server.resources.length > 0)
  const toggle = (one: ChosenAttachment): void =>
    onChange((now) => {
      const others = now.filter(({ key }) => key !== one.key)
      if (others.length < now.length) return others
      return now.length >= MOST_ATTACHMENTS ? now : [...now, one]
    })
  const addFiles = useFiles(onChange)
  return (
    <>
      <Button
        className={styles.file}
        variant="subtle"
        color="gray"
        justify="flex-start"
        leftSection={<IconFilePlus size={15} aria-hidden />}
        disabled={isFull}
        data-autofocus
        onClick={() => {
          onDone()
          void pickFiles(FILES).then(addFiles)
        }}
      >
        {t('File…')}
        <span className={styles.hint}>{t('picture, text, PDF')}</span>
      </Button>
      {hasResources && (
        <TextInput
          className={styles.search}
          size="xs"
          aria-label={t('Search resources')}
          placeholder={t('Search resources')}
          leftSection={<IconSearch size={13} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <div className={styles.servers}>
        {servers.map((server) => (
          <ServerSection key={server.node} {...{ server, query, chosen, resources, isFull }} onToggle={toggle} />
        ))}
      </div>
      {isFull && (
        <div className={panelStyles.attachNote}>
          {t('A message can have {most} attachments.', { most: MOST_ATTACHMENTS })}
        </div>
      )}
    </>
  )
}
