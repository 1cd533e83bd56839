/** The list of flows: new, from example, import, and what can be done to each. */
import { Button, Menu, Select, Skeleton, TextInput } from '@mantine/core'
import { IconFileImport, IconPlus, IconSearch, IconSettings, IconSparkles } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Example } from '../../src-shared/rpc/contract'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { MenuList } from '../ui/layers/MenuList'
import { EmptyState } from '../ui/EmptyState'
import { IconButton } from '../ui/IconButton'
import { pickFiles } from '../ui/files'
import { keyOwner } from '../ui/key-owner'
import { useLayers } from '../ui/layers/use-layer'
import { ExampleCards } from './ExampleCards'
import { FLOW_ORDERS, foundFlows, type FlowOrder } from './flow-order'
import { FlowRow } from './FlowRow'
import { focusHeading } from './focus-beside'
import { ModelStrip } from './ModelStrip'
import { RecentlyDeleted } from './RecentlyDeleted'
import { useLibrary, type Library } from './use-library'
import { useT } from '../ui/language'
import { saidOf } from '../../src-shared/errors'
import textStyles from '../ui/text.module.css'
import cardStyles from './cards.module.css'
import styles from './LibraryPage.module.css'

/** So many are shown beside the templates; the others when asked for. */
const FEW = 9

const FLOW_FILES = '.json,.baton,application/json'

/** `inbox`: what waits for the person, beside the settings. */
type LibraryPageProps = { inbox: ReactNode; onSettings: () => void; onConnect: () => void }

export function LibraryPage({ inbox, onSettings, onConnect }: LibraryPageProps) {
  const t = useT()
  const library = useLibrary()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<FlowOrder>('changed')
  const [wantsAll, setWantsAll] = useState(false)
  const { flows } = library
  const sought = useDeferredValue(search)
  const shown = useMemo(() => foundFlows(flows ?? [], sought, order), [flows, sought, order])
  const count = flows?.length ?? 0
  const isAll = wantsAll || search.trim() !== '' || count <= FEW
  useEffect(() => {
    document.title = t('Flows · Baton')
  }, [t])
  // Whoever comes from a flow begins here; what they pressed is gone.
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading()
  }, [])
  usePastedFlow(library)
  useUndoKey(library)
  return (
    <main className={styles.library}>
      <header className={styles.libraryHead}>
        <span className={styles.brand}>Baton</span>
        <h1 tabIndex={-1}>{t('Flows')}</h1>
        <TextInput
          className={styles.search}
          aria-label={t('Search flows')}
          placeholder={t('Search')}
          leftSection={<IconSearch size={15} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {count > FEW && (
          <Select
            aria-label={t('Order of the flows')}
            className={styles.order}
            data={FLOW_ORDERS.map(({ value, label }) => ({ value, label: t(label) }))}
            value={order}
            allowDeselect={false}
            onChange={(next) => setOrder(FLOW_ORDERS.find(({ value }) => value === next)?.value ?? 'changed')}
          />
        )}
        <span className={styles.librarySpace} />
        {inbox}
        <IconButton label={t('Settings')} onClick={onSettings}>
          <IconSettings size={18} />
        </IconButton>
        <Button
          leftSection={<IconFileImport size={16} />}
          onClick={() => void pickFiles(FLOW_FILES).then(library.importFiles)}
        >
          {t('Import')}
        </Button>
        <ExamplesMenu library={library} />
        <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={library.create}>
          {t('New flow')}
        </Button>
      </header>
      <ModelStrip onConnect={onConnect} />
      <Rows library={library} shown={isAll ? shown : shown.slice(0, FEW)} search={search} />
      {!isAll && (
        <Button className={styles.all} onClick={() => setWantsAll(true)}>
          {t('Show all {count, number} flows', { count })}
        </Button>
      )}
      {/* Before the examples: who misses a flow does not look for it below those. */}
      {count > 0 && <RecentlyDeleted library={library} />}
      {search === '' && !wantsAll && count > 0 && <ExampleCards library={library} />}
    </main>
  )
}

function Rows({ library, shown, search }: { library: Library; shown: readonly FlowSummary[]; search: string }) {
  const t = useT()
  const { flows, error } = library
  if (error !== null)
    return (
      <EmptyState
        title={t('The flows cannot be read')}
        actions={<Button onClick={library.reload}>{t('Try again')}</Button>}
      >
        {t.message(saidOf(error))}
      </EmptyState>
    )
  if (flows === null)
    return (
      <div className={cardStyles.cards} role="status" aria-label={t('Reading the flows')}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={196} radius={8} />
        ))}
      </div>
    )
  if (flows.length === 0) return <EmptyLibrary library={library} />
  if (shown.length === 0)
    return (
      <EmptyState title={t('No flow is called that')}>
        {t('Nothing matches “{search}”. Try another word.', { search })}
      </EmptyState>
    )
  return <FlowCards library={library} shown={shown} />
}

/** So many cards are drawn at first, and so many more as often as their end comes near. */
const PAGE = 60

function FlowCards({ library, shown }: { library: Library; shown: readonly FlowSummary[] }) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE)
  const end = useRef<HTMLDivElement>(null)
  const isMore = shown.length > limit
  useEffect(() => {
    const element = end.current
    if (element === null) return
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting === true) setLimit((before) => before + PAGE)
      },
      { root: element.closest('main'), rootMargin: '800px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isMore, limit])
  return (
    <>
      <ul className={cardStyles.cards} aria-label={t('Flows')}>
        {shown.slice(0, limit).map((flow) => (
          <FlowRow key={flow.id} flow={flow} library={library} />
        ))}
      </ul>
      {isMore && <div ref={end} className={styles.end} aria-hidden />}
    </>
  )
}

function EmptyLibrary({ library }: { library: Library }) {
  const t = useT()
  return (
    <div className={styles.libraryEmpty}>
      <EmptyState title={library.bin.length === 0 ? t('No flows yet') : t('No flows')}>
        {t(
          'A flow is a drawing of who may talk to whom. Draw one with “New flow”, talk to it, and see every decision it makes. Or begin with a template: one click, and it answers.',
        )}
      </EmptyState>
      <RecentlyDeleted library={library} />
      <ExampleCards library={library} />
    </div>
  )
}

function ExamplesMenu({ library }: { library: Library }) {
  const t = useT()
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button leftSection={<IconSparkles size={16} />} disabled={library.examples.length === 0}>
          {t('From example')}
        </Button>
      </Menu.Target>
      <MenuList>
        {library.examples.map((example: Example) => (
          <Menu.Item
            key={example.id}
            aria-label={t.known(example.name)}
            onClick={() => library.createFromExample(example.id)}
          >
            <div>{t.known(example.name)}</div>
            <div className={textStyles.menuAbout}>{t.known(example.description)}</div>
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>
  )
}

/** Ctrl+Z on this page takes back what can be done to its flows: the last one that was deleted is there again. */
function useUndoKey({ bin, undoDelete }: Library): void {
  const layers = useLayers()
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyZ'
      if (!isUndo || keyOwner(event, layers) !== 'drawing') return
      event.preventDefault()
      undoDelete(bin)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [bin, undoDelete, layers])
}

/** A flow pasted anywhere on the page is imported. */
function usePastedFlow(library: Library): void {
  const { importText } = library
  const layers = useLayers()
  useEffect(() => {
    function paste(event: ClipboardEvent): void {
      const owner = keyOwner(event, layers)
      if (owner === 'dialog' || owner === 'text') return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() !== '') importText(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [importText, layers])
}
