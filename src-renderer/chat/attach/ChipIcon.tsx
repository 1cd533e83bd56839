/** The icon of an attachment, by what it is. */
import { IconFile, IconFileText, IconPhoto } from '@tabler/icons-react'
import { isImageType, isTextType } from '../../../src-shared/run/log/results'

export function ChipIcon({ mimeType, size = 13 }: { mimeType: string; size?: number }) {
  if (isImageType(mimeType)) return <IconPhoto size={size} aria-hidden />
  const isText = mimeType === '' || isTextType(mimeType) || mimeType === 'application/pdf'
  return isText ? <IconFileText size={size} aria-hidden /> : <IconFile size={size} aria-hidden />
}
