/** The button that adds below the row that has the keyboard, and the list of what fits there. */
import type { Translate } from '../../src-shared/languages/translate'
import { Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { kindOf } from '../../src-shared/kinds/index'
import { useEditor, useFlow } from '../editor/editor-context'
import { SearchList, type ListGroup, type ListOption } from '../editor/palette/SearchList'
import { KindSquare } from '../kinds/kind-icons'
import { PopoverPanel } from '../ui/layers/PopoverPanel'
import { IconButton } from '../ui/IconButton'
import { addGroups, type AddChoice } from './add-choices'
import { addChosen } from './outline-actions'
import type { OutlineStore } from './outline-store'
import { nameOf, rowWords } from './outline-words'
import { useT } from '../ui/language'
import styles from './AddList.module.css'

export function AddList({ outline, onDone }: { outline: OutlineStore; onDone: () => void }) {
  const t = useT()
  const editor = useEditor()
  const isOpen = useStore(outline, (state) => state.isAdding)
  const row = useStore(outline, (state) => state.rows[state.active.index] ?? null)
  const below =
    row === null ? '' : rowWords({ flow: editor.flows.getState().flow, index: editor.edgeIndex, t }, row).name
  const title = below === '' ? t('Add') : t('Add to {name}', { name: below })
  function close(): void {
    outline.setState({ isAdding: false })
    onDone()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={(wanted) => !wanted && outline.setState({ isAdding: false })}
      position="bottom-start"
      width={280}
      withinPortal
      trapFocus
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <IconButton
          label={t('Add or connect')}
          keys="+"
          size={26}
          aria-expanded={isOpen}
          onClick={() => outline.setState({ isAdding: !isOpen })}
        >
          <IconPlus size={15} />
        </IconButton>
      </Popover.Target>
      <PopoverPanel className={styles.list} aria-label={title} onEscape={close}>
        <div className={styles.title}>{title}</div>
        <Choices
          outline={outline}
          onPick={(choice) => {
            const added = addChosen(editor, choice)
            close()
            if (added === null) return
            outline.goToKey(added.key)
            if (added.isNew) outline.setState({ renaming: added.key })
          }}
        />
      </PopoverPanel>
    </Popover>
  )
}

type ChoicesProps = { outline: OutlineStore; onPick: (choice: AddChoice) => void }

function Choices({ outline, onPick }: ChoicesProps) {
  const t = useT()
  const flow = useFlow((present) => present)
  const row = useStore(outline, (state) => state.rows[state.active.index] ?? null)
  const groups = useMemo(() => {
    return addGroups(flow, row, t).map(({ id, label, choices }) => ({
      id,
      label,
      choices: choices.map((choice) => ({
        choice,
        option: optionOf(choice, { look: (node) => nameAndKind({ flow, t }, node), t }),
      })),
    }))
  }, [flow, row, t])
  const find = useMemo(
    () =>
      (search: string): readonly ListGroup[] => {
        const words = search.trim().toLowerCase().split(/\s+/)
        const found = groups.map(({ id, label, choices }) => ({
          id,
          label,
          options: choices
            .map(({ option }) => option)
            .filter((option) => isFound(`${label} ${option.label} ${option.about ?? ''}`, words)),
        }))
        return found.filter(({ options }) => options.length > 0)
      },
    [groups],
  )
  return (
    <SearchList
      title={t('Search what fits')}
      listTitle={t('What fits')}
      find={find}
      autoFocus
      onPick={(id) => {
        const picked = groups.flatMap(({ choices }) => choices).find(({ choice }) => choice.id === id)
        if (picked !== undefined) onPick(picked.choice)
      }}
    />
  )
}

function nameAndKind(source: Parameters<typeof nameOf>[0], id: string) {
  const node = source.flow.nodes[id]
  return { name: nameOf(source, id), kind: node === undefined ? null : kindOf(node) }
}

type OptionWords = { look: (node: string) => ReturnType<typeof nameAndKind>; t: Translate }

function optionOf(choice: AddChoice, { look, t }: OptionWords): ListOption {
  const { id } = choice
  if ('kind' in choice) {
    const { kind } = choice
    return {
      id,
      label: t('New {kind}', { kind: { label: kind.label } }),
      about: t.known(kind.description),
      icon: <KindSquare kind={kind} size={26} />,
    }
  }
  const { name, kind } = look(choice.node)
  return { id, label: name, about: t.known(kind?.label ?? ''), icon: <KindSquare kind={kind} size={26} /> }
}

function isFound(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}
