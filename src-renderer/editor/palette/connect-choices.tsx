/** All that a node may be joined to, as a list that is searched, and joining it to what was chosen. */
import type { Translate } from '../../../src-shared/languages/translate'
import type { Flow } from '../../../src-shared/flow/records'
import { kindOf, offeredKind } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'
import { KindSquare } from '../../kinds/kind-icons'
import { addKind, joinAndWrite } from '../actions'
import { IN_PORT } from '../canvas/ports'
import type { Editor } from '../editor-context'
import { fittingKinds, fittingPorts } from '../wiring'
import { isFound, NODE, nodesFor } from './ConnectButton'
import { kindOption } from './PaletteList'
import { paletteGroups } from './palette-list'
import type { ListGroup, ListOption } from './SearchList'

/** Between the port and what it is joined to, in the id of an option; a port that leads here stands behind its node. */
const AT = '\n'
const FROM = 'from '

/** Answers with what a search finds: at each port the nodes that are there, then who could lead here, then kinds to add. */
export function connectGroups(flow: Flow, id: string, t: Translate): (search: string) => readonly ListGroup[] {
  const node = flow.nodes[id]
  const ports = node === undefined ? [] : (kindOf(node)?.ports(node.data) ?? [])
  const present: ListGroup[] = ports.map((port) => ({
    id: `nodes ${port.id}`,
    label: t.known(port.label),
    options: nodesFor(flow, { node: id, port: port.id }, { t }).map((option) => ({
      ...option,
      id: `${port.id}${AT}${option.id}`,
    })),
  }))
  const here: ListGroup = { id: 'from', label: t('From others to this one'), options: sourcesOf(flow, id, t) }
  const kinds = ports.map((port) => ({
    port,
    kinds: fittingKinds(flow, { end: { node: id, port: port.id }, isSource: true }),
  }))
  return (search) => {
    const within = (group: ListGroup): ListGroup => ({
      ...group,
      options: group.options.filter((option) =>
        isFound({ ...option, about: `${option.about ?? ''} ${group.label}` }, search),
      ),
    })
    const added = kinds.map(({ port, kinds: fitting }): ListGroup => {
      const label = t('Add at {port}', { port: t.known(port.label) })
      const found = paletteGroups(fitting, withoutWordsOf(search, label), t).flatMap((group) => group.kinds)
      const options = namedFirst(found, search, t)
        .map((kind) => kindOption(kind, t))
        .map((option) => ({ ...option, id: `${port.id}${AT}${option.id}` }))
      return { id: `kinds ${port.id}`, label, options }
    })
    return [...present.map(within), within(here), ...added].filter(({ options }) => options.length > 0)
  }
}

/** Who searches for a dialog at the port Dialogs means the kind of that name. */
function namedFirst(kinds: readonly Kind[], search: string, t: Translate): Kind[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isNamed = ({ label }: Kind): boolean =>
    words.some((word) => [label, t.known(label)].some((name) => name.toLowerCase().startsWith(word)))
  return [...kinds.filter(isNamed), ...kinds.filter((kind) => !isNamed(kind))]
}

/** A search without the words that name the group. */
function withoutWordsOf(search: string, label: string): string {
  const words = label.toLowerCase().split(/\s+/)
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word === '' || !words.some((own) => own.startsWith(word)))
    .join(' ')
}

/** Who could be joined to a node, over which port of theirs. */
function sourcesOf(flow: Flow, id: string, t: Translate): ListOption[] {
  const fits = fittingPorts(flow, { end: { node: id, port: IN_PORT }, isSource: false })
  return [...fits].flatMap((key) => {
    const [source = '', port = ''] = key.split(' ')
    const node = flow.nodes[source]
    const kind = node === undefined ? null : kindOf(node)
    const out = kind?.ports(node?.data).find((candidate) => candidate.id === port)
    if (node === undefined || kind === null || out === undefined || source === id) return []
    const label = node.name === '' ? t('Unnamed') : node.name
    return [
      {
        id: `${FROM}${source}${AT}${port}`,
        label,
        about: t.known(out.label),
        icon: <KindSquare kind={kind} size={26} />,
      },
    ]
  })
}

/** Joins a node as an option of its list says. */
export function pickConnection(editor: Editor, id: string, choice: string): void {
  const [first = '', second = ''] = choice.split(AT)
  if (first.startsWith(FROM)) {
    joinAndWrite(editor, { node: first.slice(FROM.length), port: second }, { node: id, port: IN_PORT })
    return
  }
  const end = { node: id, port: first }
  if (second.startsWith(NODE)) return joinAndWrite(editor, end, { node: second.slice(NODE.length), port: IN_PORT })
  const kind = offeredKind(second)
  if (kind === null) return
  addKind(editor, kind, { wire: { end, isSource: true } })
  editor.session.focus('name')
}
