/** The buttons that open what a model was shown in a call, and what it gave back. */
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../ui/IconButton'
import { useT } from '../ui/language'

const RequestDialog = lazy(async () => ({ default: (await import('./RequestDialog')).RequestDialog }))

type WhatItWasShownProps = {
  /** Names the call. */
  span: string
  /** Who asked. */
  who: string
  /** Older messages did not fit. */
  isCut?: boolean
}

export function WhatItWasShown(props: WhatItWasShownProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconEye size={13} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('What it was shown')}
      </Button>
      {isOpen && <Opened {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same beside a message. */
export function WhatItWasShownIcon(props: WhatItWasShownProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('What it was shown')}
        side="top"
        size="sm"
        variant="subtle"
        color="gray"
        onClick={() => setOpen(true)}
      >
        <IconEye size={14} aria-hidden />
      </IconButton>
      {isOpen && <Opened {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Opened({ span, who, isCut = false, onClose }: WhatItWasShownProps & { onClose: () => void }) {
  return (
    <Suspense>
      <RequestDialog {...{ span, who, isCut, onClose }} />
    </Suspense>
  )
}
