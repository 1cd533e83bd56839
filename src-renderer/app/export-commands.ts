/** Commands that hand the flow out: as a file, as a picture, as a chart, as a page, as a link. */
import type { PlainText } from '../../src-shared/languages/translate'
import { IconChartDots3, IconDownload, IconFileText, IconLink, IconMoon, IconPhoto, IconSun } from '@tabler/icons-react'
import { AppError } from '../../src-shared/errors'
import type { DrawingTheme } from '../../src-shared/flow/export/drawing-look'
import { flowToMarkdown } from '../../src-shared/flow/export/flow-markdown'
import { flowToSvg } from '../../src-shared/flow/export/flow-svg'
import { flowToMermaid } from '../../src-shared/flow/editing/mermaid'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import { flowLink } from '../../src-shared/flow-links/flow-link'
import { copyText } from '../ui/copy-text'
import { downloadBlob, downloadText, fileName } from '../ui/files'
import { notifyError } from '../ui/services'
import { always, type Command } from './command'

type ExportForm = Pick<Command, 'id' | 'icon'> & {
  label: PlainText
  /** Where it stands beside others that are no exports. */
  long: PlainText
  keys?: readonly string[]
  save: (flow: Flow) => void
}

const FORMS: readonly ExportForm[] = [
  {
    id: 'export-json',
    label: 'Export JSON',
    long: 'Export JSON',
    icon: IconDownload,
    keys: ['mod+shift+E'],
    save: (flow) => downloadText(fileName(flow.name, '.flow.json'), saveFlow(flow)),
  },
  {
    id: 'export-png',
    label: 'PNG',
    long: 'Export as PNG',
    icon: IconPhoto,
    save(flow) {
      pictureOf(flow, shownTheme()).then(
        (blob) => downloadBlob(fileName(flow.name, '.png'), blob),
        (cause: unknown) => notifyError('The picture could not be made', cause),
      )
    },
  },
  {
    id: 'export-svg',
    label: 'SVG, light',
    long: 'Export as SVG, light',
    icon: IconSun,
    save: (flow) => saveSvg(flow, 'light'),
  },
  {
    id: 'export-svg-dark',
    label: 'SVG, dark',
    long: 'Export as SVG, dark',
    icon: IconMoon,
    save: (flow) => saveSvg(flow, 'dark'),
  },
  {
    id: 'export-mermaid',
    label: 'Mermaid',
    long: 'Export as Mermaid',
    icon: IconChartDots3,
    save: (flow) => downloadText(fileName(flow.name, '.mmd'), flowToMermaid(flow), 'text/plain'),
  },
  {
    id: 'export-markdown',
    label: 'Page in Markdown',
    long: 'Export as page in Markdown',
    icon: IconFileText,
    save: (flow) => downloadText(fileName(flow.name, '.md'), flowToMarkdown(flow), 'text/markdown'),
  },
  {
    id: 'copy-link',
    label: 'Link',
    long: 'Copy link to this flow',
    icon: IconLink,
    save: copyLink,
  },
]

export const EXPORTS: readonly Command[] = FORMS.map(({ save, keys = [], label, long, ...form }) => ({
  ...form,
  label: long,
  short: label,
  keys,
  group: 'Flow',
  when: always,
  run: ({ editor }) => save(editor.flows.getState().flow),
}))

/** Who follows the link sees what the flow would use before anything of it is kept. */
function copyLink(flow: Flow): void {
  try {
    copyText(flowLink(saveFlow(flow)), { done: 'The link is on the clipboard. It holds the whole flow, and no keys.' })
  } catch (cause) {
    notifyError('Nothing was copied', cause)
  }
}

function saveSvg(flow: Flow, theme: DrawingTheme): void {
  downloadText(fileName(flow.name, theme === 'dark' ? ' dark.svg' : '.svg'), flowToSvg(flow, theme), 'image/svg+xml')
}

function shownTheme(): DrawingTheme {
  return document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light'
}

/** Twice as many px as the drawing has, as far as browsers can. */
const SCALE = 2
const MOST_PX = 8192

/** The drawing as a PNG, made of the SVG. */
async function pictureOf(flow: Flow, theme: DrawingTheme): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(flowToSvg(flow, theme))}`
  await image.decode()
  const scale = Math.min(SCALE, MOST_PX / Math.max(image.naturalWidth, image.naturalHeight, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(image.naturalWidth * scale)
  canvas.height = Math.ceil(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null)
    throw new AppError('unavailable', 'This drawing is too large for a picture. Export an SVG instead.')
  return blob
}
