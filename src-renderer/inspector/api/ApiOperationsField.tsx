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
import styles from './ApiOperationsField.module.css'

export function ApiOperationsField(props: FieldProps<'apiOperations'>) {
  const { hint, value, node } = props
  const document = useFlow((flow) => flow.nodes[node ?? '']?.data[hint.document])
  const include = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  if (isJsonObject(document)) return <ChosenOperations {...props} document={document} include={include} />
  if (document === undefined && include.length === 0) return null
  const help = 'One per line: an operationId, tag:issues, GET /things, or /things/*. Empty: all.'
  return <ListField {...props} hint={{ ...hint, type: 'list', help }} />
}

type ChosenProps = FieldProps<'apiOperations'> & { document: JsonObject; include: readonly string[] }

function ChosenOperations({ hint, error, onChange, document, include }: ChosenProps) {
  const [isOpen, setOpen] = useState(false)
  const operations = useMemo(() => operationsIn(document), [document])
  const offered = useMemo(
    () => (include.length === 0 ? operations.length : chosenBy(operations, include).size),
    [operations, include],
  )
  const none = offered === 0 && operations.length > 0 ? 'None of the document’s operations is chosen.' : null
  return (
    <Input.Wrapper label={hint.label} error={error ?? none} labelElement="div">
      <div className={styles.apiOffered} role="group" aria-label={hint.label}>
        <span>
          {include.length === 0
            ? `All ${countText(operations.length)}`
            : `${offered.toLocaleString('en')} of ${countText(operations.length)}`}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconListCheck size={13} />}
          onClick={() => setOpen(true)}
        >
          Choose
        </Button>
      </div>
      {isOpen && (
        <OperationsDialog
          title="Operations that are offered"
          action="Offer these"
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
