/** Code in the place of another field: nothing until it is asked for, then the code with its limits and hosts. */
import { type Message, type PlainText } from '../../../src-shared/languages/translate'
import { Button, Input, Stack } from '@mantine/core'
import { IconCode, IconTrash } from '@tabler/icons-react'
import { codeParts, NO_CODE, readCode, type CodeValue } from '../../../src-shared/flow/code-values'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { FieldProps } from '../field-types'
import { CodeField } from './CodeField'
import { ListField, NumberField } from './TextFields'
import { useT } from '../../ui/language'
import styles from './CallableField.module.css'

const MEMORY = { key: 'memory', type: 'number', min: 1_048_576, max: 1_073_741_824, unit: 'bytes' } as const
const HOSTS_HELP = 'One per line, such as api.example.com or 127.0.0.1:8080. Empty: none.' satisfies PlainText

export function CallableField({ hint, value, error, onChange, ...at }: FieldProps<'callable'>) {
  return (
    <CodeParts
      hint={hint}
      value={value}
      error={error}
      onChange={(next) => onChange(next, next === undefined ? 'own-step' : 'with-typing')}
      {...at}
    />
  )
}

function CodeParts({ hint, value, error, onChange, node }: FieldProps<'callable'>) {
  const t = useT()
  const code = readCode(value)
  if (code === null)
    return (
      <div className={styles.unwritten}>
        <Input.Label labelElement="div">{hint.label}</Input.Label>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconCode size={13} />}
          title={hint.help}
          onClick={() => onChange({ code: '' })}
        >
          {t('Write code')}
        </Button>
      </div>
    )
  const set = (change: Partial<CodeValue>): Message | null => onChange(withoutDefaults({ ...code, ...change }))
  return (
    <Stack gap={8}>
      <CodeField
        hint={{ ...hint, type: 'code' }}
        value={code.code}
        error={error}
        node={node}
        onChange={(next) => set({ code: typeof next === 'string' ? next : '' })}
      />
      <NumberField
        hint={{
          key: 'timeout',
          label: t('{label}: time limit', { label: hint.label }),
          type: 'number',
          min: 1,
          max: 600_000,
          unit: 'ms',
        }}
        value={code.timeout}
        error={null}
        node={node}
        onChange={(next) => set({ timeout: typeof next === 'number' ? next : NO_CODE.timeout })}
      />
      <NumberField
        hint={{ ...MEMORY, label: t('{label}: memory limit', { label: hint.label }) }}
        value={code.memory}
        error={null}
        node={node}
        onChange={(next) => set({ memory: typeof next === 'number' ? next : NO_CODE.memory })}
      />
      <ListField
        hint={{
          key: 'hosts',
          label: t('{label}: hosts that it may reach', { label: hint.label }),
          type: 'list',
          help: t(HOSTS_HELP),
        }}
        value={code.hosts}
        error={null}
        node={node}
        onChange={(next) => set({ hosts: Array.isArray(next) ? next.filter((host) => typeof host === 'string') : [] })}
      />
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        leftSection={<IconTrash size={13} />}
        onClick={() => onChange(undefined)}
      >
        {t('Remove the code')}
      </Button>
    </Stack>
  )
}

/** What is set, without what the defaults say anyway; the code itself always stands there. */
function withoutDefaults({ code, ...rest }: CodeValue): Json {
  const set = Object.entries(rest).filter(
    ([part, value]) => !(part in codeParts) || JSON.stringify(value) !== JSON.stringify(NO_CODE[part]),
  )
  return { code, ...(Object.fromEntries(set) as JsonObject) }
}
