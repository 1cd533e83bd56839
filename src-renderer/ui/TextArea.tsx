/** A text of several lines whose box grows with it: the browser sizes it, so that a key costs no measuring. Whoever shows it large says how high (`--bt-editor-least`, `--bt-editor-most`). */
import { Textarea, type TextareaProps } from '@mantine/core'
import { useMemo } from 'react'

type TextAreaProps = Omit<TextareaProps, 'autosize' | 'styles' | 'rows' | 'minRows' | 'maxRows'> & {
  /** In lines. */
  minRows: number
  maxRows: number
}

export function TextArea({ minRows, maxRows, ...rest }: TextAreaProps) {
  const styles = useMemo(
    () =>
      ({
        input: {
          fieldSizing: 'content',
          minHeight: `var(--bt-editor-least, ${heightOf(minRows)})`,
          maxHeight: `var(--bt-editor-most, ${heightOf(maxRows)})`,
        },
      }) as const,
    [minRows, maxRows],
  )
  // A browser that does not size fields by their content shows `minRows` of it.
  return <Textarea {...rest} rows={minRows} styles={styles} />
}

/** The lines with the padding and the border around them. */
function heightOf(rows: number): string {
  return `calc(${rows}lh + 2 * var(--input-padding-y, 0px) + 2px)`
}
