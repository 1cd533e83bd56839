/** The OpenAPI document of a node: taken over from a file or an address, and told by its title, version and size. */
import { Button, Input } from '@mantine/core'
import { IconApi, IconLink, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import { documentHead } from '../../../src-shared/kinds/openapi-document'
import { pickFile } from '../../ui/files'
import { IconButton } from '../../ui/IconButton'
import { asText, type FieldProps } from '../field-types'
import { AddressDialog } from './AddressDialog'
import { countText, operationsIn, sizeInFile, sizeText, type ApiOperation } from './api-operations'
import { OperationsDialog } from './OperationsDialog'
import { useApiImport, type ApiImporting, type HeldBack } from './use-api-import'
import { cx } from '../../ui/cx'
import { useFlow } from '../../editor/editor-context'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './ApiDocumentField.module.css'

const ACCEPT = '.json,.yaml,.yml,application/json,application/yaml,text/yaml'

/** From this many operations on it is worth saying that fewer can be kept. */
const MANY = 100

export function ApiDocumentField({ hint, value, error, onChange, node }: FieldProps<'apiDocument'>) {
  const t = useT()
  const document = isJsonObject(value) ? value : null
  const named = asText(value)
  const importing = useApiImport(onChange)
  const [asks, setAsks] = useState<'address' | 'keep' | null>(null)
  const { isBusy, failure, heldBack, take } = importing
  const include = textsOf(useFlow((flow) => flow.nodes[node ?? '']?.data['include']))
  const look = document === null && named === '' ? 'default' : 'subtle'

  const fromFile = async (): Promise<void> => {
    const file = await pickFile(ACCEPT)
    if (file !== null) await take({ text: await file.text() })
  }
  const fromAddress = async (url: string): Promise<void> => {
    if (await take({ url })) setAsks(null)
  }
  const keepOnly = async (wanted: JsonObject, wishes: readonly string[]): Promise<void> => {
    if (await take({ text: JSON.stringify(wanted) }, wishes)) setAsks(null)
  }
  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help}
      error={asks === null && heldBack === null ? (failure === null ? error : t.message(failure)) : error}
      labelElement="div"
    >
      <div className={styles.api} role="group" aria-label={hint.label}>
        {document !== null && (
          <KeptDocument
            document={document}
            onKeepOnly={() => setAsks('keep')}
            onRemove={() => void onChange(undefined)}
          />
        )}
        {named !== '' && (
          <div className={styles.kept}>
            <IconLink size={15} aria-hidden />
            <span className={cx(styles.title, textStyles.ellipsis)} title={named}>
              {named}
            </span>
            <IconButton label={t('Remove the document')} size={24} onClick={() => void onChange(undefined)}>
              <IconTrash size={14} />
            </IconButton>
          </div>
        )}
        <div className={styles.actions}>
          <Button
            size="compact-xs"
            variant={look}
            leftSection={<IconUpload size={13} />}
            loading={isBusy && asks === null}
            onClick={() => void fromFile()}
          >
            {t('From a file')}
          </Button>
          <Button
            size="compact-xs"
            variant={look}
            leftSection={<IconLink size={13} />}
            onClick={() => setAsks('address')}
          >
            {t('From an address')}
          </Button>
        </div>
      </div>
      {asks === 'address' && heldBack === null && (
        <AddressDialog
          isBusy={isBusy}
          failure={failure}
          onTake={(url) => void fromAddress(url)}
          onClose={() => close(importing, setAsks)}
        />
      )}
      {asks === 'keep' && document !== null && (
        <KeepDialog
          document={document}
          include={include}
          importing={importing}
          onTake={(wishes) => void keepOnly(document, wishes)}
          onClose={() => close(importing, setAsks)}
        />
      )}
      {heldBack !== null && <HeldBackDialog held={heldBack} importing={importing} />}
    </Input.Wrapper>
  )
}

function close({ dismiss }: ApiImporting, setAsks: (asks: null) => void): void {
  dismiss()
  setAsks(null)
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

type KeptProps = { document: JsonObject; onKeepOnly: () => void; onRemove: () => void }

function KeptDocument({ document, onKeepOnly, onRemove }: KeptProps) {
  const t = useT()
  const { title, version } = documentHead(document)
  const { count, size } = useMemo(
    () => ({ count: operationsIn(document).length, size: sizeInFile(document) }),
    [document],
  )
  return (
    <>
      <div className={styles.kept}>
        <IconApi size={16} aria-hidden />
        <span className={styles.about}>
          <span className={cx(styles.title, textStyles.ellipsis)} title={title}>
            {title === '' ? t('Untitled') : title}
            {version !== '' && <span className={styles.version}> {version}</span>}
          </span>
          <span className={styles.size}>
            {t('{operations} · {size} in the file', { operations: countText(count, t), size: sizeText(size, t) })}
          </span>
        </span>
        <IconButton label={t('Remove the document')} size={24} onClick={onRemove}>
          <IconTrash size={14} />
        </IconButton>
      </div>
      {count >= MANY && (
        <p className={styles.hint}>
          {t('All of it is saved with the flow.')}{' '}
          <button type="button" className={styles.link} onClick={onKeepOnly}>
            {t('Keep only some operations')}
          </button>
        </p>
      )}
    </>
  )
}

type KeepDialogProps = {
  document: JsonObject
  include: readonly string[]
  importing: ApiImporting
  onTake: (include: string[]) => void
  onClose: () => void
}

function KeepDialog({ document, include, importing, onTake, onClose }: KeepDialogProps) {
  const t = useT()
  const operations = useMemo(() => operationsIn(document), [document])
  return (
    <OperationsDialog
      title={t('Keep only some operations')}
      action={t('Keep these')}
      offersAll={false}
      operations={operations}
      include={include}
      isBusy={importing.isBusy}
      failure={importing.failure}
      note={
        <p className={styles.hint}>
          {t('The others leave the flow, and its file gets smaller. To have them back, import the document again.')}
        </p>
      }
      onTake={onTake}
      onClose={onClose}
    />
  )
}

function HeldBackDialog({ held, importing }: { held: HeldBack; importing: ApiImporting }) {
  const t = useT()
  const { source, read, size } = held
  const operations: readonly ApiOperation[] = useMemo(() => operationsIn(read.document), [read])
  return (
    <OperationsDialog
      title={
        read.title === ''
          ? t('The document is too large for a flow')
          : t('{title} is too large for a flow', { title: read.title })
      }
      action={t('Import these')}
      offersAll={false}
      operations={operations}
      include={[]}
      isBusy={importing.isBusy}
      failure={importing.failure}
      note={
        <p className={styles.hint}>
          {t(
            'Cut to what tools need it still takes {size}; a flow may have 20 MB in all. Choose the operations that are wanted: only these are kept.',
            { size: sizeText(size, t) },
          )}
        </p>
      }
      onTake={(include) => void importing.take(source, include)}
      onClose={importing.dismiss}
    />
  )
}
