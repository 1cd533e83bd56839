/** The list of flows: new, from example, import, and what can be done to each. */
import { Button, Menu, Skeleton, TextInput } from '@mantine/core'
import { IconFileImport, IconPlus, IconSearch, IconSettings, IconSparkles } from '@tabler/icons-react'
import { useEffect, useMemo, useState, type DragEvent } from 'react'
import type { Example, FlowSummary } from '../../src-shared/rpc/contract'
import { EmptyState } from '../ui/EmptyState'
import { IconButton } from '../ui/IconButton'
import { pickFile } from '../ui/files'
import { ExampleCards } from './ExampleCards'
import { FlowRow } from './FlowRow'
import { ModelStrip } from './ModelStrip'
import { RecentlyDeleted } from './RecentlyDeleted'
import { useLibrary, type Library } from './use-library'
import textStyles from '../ui/text.module.css'
import cardStyles from './cards.module.css'
import styles from './LibraryPage.module.css'

export function LibraryPage({ onSettings }: { onSettings: () => void }) {
  const library = useLibrary()
  const [search, setSearch] = useState('')
  const [isDropping, setDropping] = useState(false)
  const { flows } = library
  const shown = useMemo(() => found(flows ?? [], search), [flows, search])
  useEffect(() => {
    document.title = 'Flows · Baton'
  }, [])
  usePastedFlow(library)
  return (
    <main
      className={styles.library}
      data-dropping={isDropping || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setDropping(false)
      }}
      onDrop={(event) => {
        setDropping(false)
        dropFiles(event, library)
      }}
    >
      <header className={styles.libraryHead}>
        <h1>Flows</h1>
        <TextInput
          aria-label="Search flows"
          placeholder="Search"
          leftSection={<IconSearch size={15} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className={styles.librarySpace} />
        <IconButton label="Settings" onClick={onSettings}>
          <IconSettings size={18} />
        </IconButton>
        <Button leftSection={<IconFileImport size={16} />} onClick={() => void importPicked(library)}>
          Import
        </Button>
        <ExamplesMenu library={library} />
        <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={library.create}>
          New flow
        </Button>
      </header>
      <ModelStrip onConnect={onSettings} />
      <Rows library={library} shown={shown} search={search} />
      {search === '' && flows !== null && flows.length > 0 && <ExampleCards library={library} />}
      <RecentlyDeleted library={library} />
      {isDropping && <div className={styles.dropNote}>Drop the file to import it</div>}
    </main>
  )
}

function Rows({ library, shown, search }: { library: Library; shown: readonly FlowSummary[]; search: string }) {
  const { flows, error } = library
  if (error !== null)
    return (
      <EmptyState title="The flows cannot be read" actions={<Button onClick={library.reload}>Try again</Button>}>
        {error.message}
      </EmptyState>
    )
  if (flows === null)
    return (
      <div className={cardStyles.cards} role="status" aria-label="Reading the flows">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={196} radius={8} />
        ))}
      </div>
    )
  if (flows.length === 0) return <EmptyLibrary library={library} />
  if (shown.length === 0)
    return <EmptyState title="No flow is called that">Nothing matches “{search}”. Try another word.</EmptyState>
  return (
    <ul className={cardStyles.cards} aria-label="Flows">
      {shown.map((flow) => (
        <FlowRow key={flow.id} flow={flow} library={library} />
      ))}
    </ul>
  )
}

function EmptyLibrary({ library }: { library: Library }) {
  return (
    <div className={styles.libraryEmpty}>
      <EmptyState title="No flows yet">
        A flow is a drawing of who may talk to whom. Draw one with “New flow”, talk to it, and see every decision it
        makes. Or begin with a template: one click, and it answers.
      </EmptyState>
      <ExampleCards library={library} />
    </div>
  )
}

function ExamplesMenu({ library }: { library: Library }) {
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button leftSection={<IconSparkles size={16} />} disabled={library.examples.length === 0}>
          From example
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {library.examples.map((example: Example) => (
          <Menu.Item key={example.id} aria-label={example.name} onClick={() => library.createFromExample(example.id)}>
            <div>{example.name}</div>
            <div className={textStyles.menuAbout}>{example.description}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function found(flows: readonly FlowSummary[], search: string): FlowSummary[] {
  const words = search.trim().toLowerCase()
  const matching = flows.filter((flow) => `${flow.name} ${flow.description}`.toLowerCase().includes(words))
  return matching.sort((one, other) => other.changedAt.localeCompare(one.changedAt))
}

async function importPicked(library: Library): Promise<void> {
  const file = await pickFile('.json,application/json')
  if (file !== null) library.importText(await file.text(), file.name)
}

function dropFiles(event: DragEvent, library: Library): void {
  const [file] = event.dataTransfer.files
  if (file === undefined) return
  event.preventDefault()
  void file.text().then((text) => library.importText(text, file.name))
}

/** A flow pasted anywhere on the page is imported. */
function usePastedFlow(library: Library): void {
  const { importText } = library
  useEffect(() => {
    function paste(event: ClipboardEvent): void {
      const [target] = event.composedPath()
      if (target instanceof HTMLElement && target.matches('input, textarea')) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() !== '') importText(text, null)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [importText])
}
