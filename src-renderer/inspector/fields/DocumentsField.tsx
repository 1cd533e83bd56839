/** A field of documents: rows of name and size; files come by picker, drop or paste, texts are written in a dialog. */
import { inARow, type Message, type Translate } from '../../../src-shared/languages/translate'
import { Button, Input, Loader } from '@mantine/core'
import { IconAlertCircle, IconFileText, IconPencilPlus, IconTrash, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { z } from 'zod'
import { toAppError } from '../../../src-shared/errors'
import { foldCase } from '../../../src-shared/match'
import type { Json } from '../../../src-shared/flow/records'
import { uniqueName } from '../../../src-shared/flow/names'
import { documentSchema } from '../../../src-shared/kinds/documents'
import { pickFiles } from '../../ui/files'
import { IconButton } from '../../ui/IconButton'
import { readDocument } from '../../ui/read-document'
import { useServices } from '../../ui/services'
import type { FieldProps } from '../field-types'
import { DocumentDialog, type DocumentDraft, type OpenedDocument } from './DocumentDialog'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './DocumentsField.module.css'

type Documents = readonly z.infer<typeof documentSchema>[]
const documentsSchema = z.array(documentSchema)
const ACCEPT = '.txt,.md,.markdown,.pdf,.csv,.html,text/*,application/pdf'

export function DocumentsField({ hint, value, error, onChange, node }: FieldProps<'documents'>) {
  const t = useT()
  const documents = documentsOf(value)
  const [editing, setEditing] = useState<OpenedDocument | null>(null)
  const [isOver, setOver] = useState(false)
  const { reading, failures, add, dismiss } = useFileReader(documents, onChange)
  const change = (next: Documents): void => void onChange(asJson(next))
  const keep = ({ name, text }: DocumentDraft): void => {
    const index = editing?.index ?? null
    const others = documents.filter((_document, at) => at !== index).map((document) => document.name)
    const kept = { name: freeName(others, name), text }
    change(index === null ? [...documents, kept] : documents.with(index, { ...documents[index], ...kept }))
    setEditing(null)
  }
  const drop = (event: DragEvent): void => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void add([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    const text = event.clipboardData.getData('text/plain')
    if (editing !== null || (files.length === 0 && text.trim() === '')) return
    event.preventDefault()
    // Otherwise the drawing would take it for a part of a flow.
    event.stopPropagation()
    if (files.length > 0) void add(files)
    else setEditing({ index: null, name: '', text })
  }
  return (
    <Input.Wrapper label={hint.label} description={hint.help} error={error} labelElement="div">
      <div
        className={styles.documents}
        role="group"
        aria-label={hint.label}
        tabIndex={-1}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={paste}
      >
        {documents.length + reading.length > 0 && (
          <ul className={styles.list} aria-label={t('Documents')}>
            {documents.map((document, index) => (
              <li key={`${index} ${document.name}`}>
                <IconFileText size={15} aria-hidden />
                <button
                  type="button"
                  className={cx(styles.name, textStyles.ellipsis)}
                  title={t('Open {name}', { name: document.name })}
                  onClick={() => setEditing({ index, name: document.name, text: document.text ?? '' })}
                >
                  {document.name}
                </button>
                <span className={styles.size}>{sizeOf(document, t)}</span>
                <IconButton
                  label={t('Remove {name}', { name: document.name })}
                  size={24}
                  onClick={() => change(documents.filter((_document, at) => at !== index))}
                >
                  <IconTrash size={14} />
                </IconButton>
              </li>
            ))}
            {reading.map((name) => (
              <li key={`reading ${name}`} aria-busy>
                <Loader size={12} color="gray" />
                <span className={cx(styles.name, textStyles.ellipsis)}>{name}</span>
                <span className={styles.size}>{t('reading')}</span>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.actions}>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconUpload size={13} />}
            onClick={() => void pickFiles(ACCEPT).then(add)}
          >
            {t('Add files')}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPencilPlus size={13} />}
            onClick={() => setEditing({ index: null, name: '', text: '' })}
          >
            {t('Write a text')}
          </Button>
        </div>
        <div className={styles.hint}>{t('Or drop files here: text, Markdown or PDF, up to 20 MB each.')}</div>
      </div>
      {failures.map((failure, index) => (
        <div className={styles.failure} role="alert" key={`${index} ${t.message(failure)}`}>
          <IconAlertCircle size={14} aria-hidden />
          <span>{t.message(failure)}</span>
          <IconButton label={t('Dismiss')} size={20} onClick={() => dismiss(index)}>
            <IconX size={12} />
          </IconButton>
        </div>
      ))}
      {editing !== null && (
        <DocumentDialog
          place={{ node, hint }}
          draft={editing}
          path={editing.index === null ? undefined : documents[editing.index]?.path}
          onKeep={keep}
          onClose={() => setEditing(null)}
        />
      )}
    </Input.Wrapper>
  )
}

/** Reads files one after the other and adds each to what the field holds by then. */
function useFileReader(documents: Documents, onChange: FieldProps<'documents'>['onChange']) {
  const { client } = useServices()
  const [reading, setReading] = useState<readonly string[]>([])
  const [failures, setFailures] = useState<readonly Message[]>([])
  const latest = useRef({ documents, onChange })
  const ended = useRef<AbortController | null>(null)
  useEffect(() => {
    latest.current = { documents, onChange }
  })
  useEffect(() => {
    const controller = new AbortController()
    ended.current = controller
    return () => controller.abort()
  }, [])

  async function add(files: readonly File[]): Promise<void> {
    const signal = ended.current?.signal ?? AbortSignal.abort()
    if (files.length === 0 || signal.aborted) return
    setFailures([])
    setReading((before) => [...before, ...files.map((file) => file.name)])
    for (const file of files) {
      try {
        const { name, text } = await readDocument(file, client, signal)
        if (signal.aborted) return
        const present = latest.current.documents
        const taken = present.map((document) => document.name)
        const next = [...present, { name: freeName(taken, name), text }]
        const issue = latest.current.onChange(asJson(next))
        if (issue === null) latest.current = { ...latest.current, documents: next }
        else setFailures((before) => [...before, inARow([name, issue], ': ')])
      } catch (cause) {
        if (signal.aborted) return
        setFailures((before) => [...before, toAppError(cause).said])
      }
      setReading((before) => withoutFirst(before, file.name))
    }
  }
  const dismiss = (index: number): void => setFailures(failures.filter((_message, at) => at !== index))
  return { reading, failures, add, dismiss }
}

function withoutFirst(names: readonly string[], name: string): readonly string[] {
  const index = names.indexOf(name)
  return index === -1 ? names : names.toSpliced(index, 1)
}

function documentsOf(value: Json | undefined): Documents {
  const parsed = documentsSchema.safeParse(value ?? [])
  return parsed.success ? parsed.data : []
}

/** As plain JSON: what was not set is not there. */
function asJson(documents: Documents): Json {
  return z.json().parse(JSON.parse(JSON.stringify(documents)))
}

function freeName(taken: readonly string[], wanted: string): string {
  return uniqueName(new Set(taken.map(foldCase)), wanted.trim() === '' ? 'Document' : wanted.trim())
}

function sizeOf({ text, path }: Documents[number], t: Translate): string {
  if ((text === undefined || text === '') && path !== undefined) return t('file beside the flow')
  const bytes = new TextEncoder().encode(text ?? '').length
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
