/** The button that opens "Try it" for a tool. */
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEditor } from '../editor/editor-context'
import type { TriedTool } from '../editor/session-store'
import { useT } from '../ui/language'

type TryButtonProps = TriedTool & { className?: string | undefined }

export function TryButton({ className, ...trying }: TryButtonProps) {
  const t = useT()
  const { session } = useEditor()
  return (
    <Button
      size="compact-xs"
      variant="light"
      className={className}
      leftSection={<IconPlayerPlay size={13} aria-hidden />}
      onClick={() => session.setState({ trying })}
    >
      {t('Try it')}
    </Button>
  )
}
