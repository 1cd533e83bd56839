/** Which operations of a node's OpenAPI document are offered: chosen from a list, or written where the document is elsewhere. */
import { Button, Input } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { FieldProps } from '../field-types'
import { ListField } from '../fields/TextFields'
import { chosenBy, countText, operationsIn } from './api-operations'
import { OperationsDialog } from './OperationsDialog'
import { useFlow } from '../../editor/editor-context'
import { useT } from '../../ui/language'
import styles from './ApiOperationsField.module.css'

export function ApiOperationsField(props: FieldProps<'apiOperations'>) {
  const t = useT()
  const { hint, value, node } = props
  const document = useFlow((flow) => flow.nodes[node ?? '']?.data[hint.document])
  const include = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  if (isJsonObject(document)) return <ChosenOperations {...props} document={document} include={include} />
  if (document === undefined && include.length === 0) return null
  const help = t('One per line: an operationId, tag:issues, GET /things, or /things/*. Empty: all.')
  return <ListField {...props} hint={{ ...hint, type: 'list', help }} />
}

type ChosenProps = FieldProps<'apiOperations'> & { document: JsonObject; include: readonly string[] }

function ChosenOperations({ hint, error, onChange, document, include }: ChosenProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const operations = useMemo(() => operationsIn(document), [document])
  const offered = useMemo(
    () => (include.length === 0 ? operations.length : chosenBy(operations, include).size),
    [operations, include],
  )
  const none = offered === 0 && operations.length > 0 ? t('None of the document’s operations is chosen.') : null
  return (
    <Input.Wrapper label={hint.label} error={error ?? none} labelElement="div">
      <div className={styles.apiOffered} role="group" aria-label={hint.label}>
        <span>
          {include.length === 0
            ? t('All {operations}', { operations: countText(operations.length, t) })
            : t('{count, number} of {operations}', { count: offered, operations: countText(operations.length, t) })}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconListCheck size={13} />}
          onClick={() => setOpen(true)}
        >
          {t('Choose')}
        </Button>
      </div>
      {isOpen && (
        <OperationsDialog
          title={t('Operations that are offered')}
          action={t('Offer these')}
          offersAll
          operations={operations}
          include={include}
          onTake={(next) => {
            onChange(next)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Input.Wrapper>
  )
}
