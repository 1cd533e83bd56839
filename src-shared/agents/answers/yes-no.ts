/** Reads the answer to "does this need looking up?" (DefaultWorker 15). */
import { readYesOrNo } from './observer-answer'

/** `yes` anywhere, as the original reads it; `да` as a word; `是` where it is an answer and not a mere "is". */
const YES_ANYWHERE = /yes|(?<![\p{L}\p{N}])да(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])是的?(?![\p{L}\p{N}])/iu

/** Whether an answer asks for retrieval: any answer that contains "yes", in any case; likewise in Russian and Chinese. */
export function wantsRetrieval(answer: string): boolean {
  return YES_ANYWHERE.test(answer) || readYesOrNo(answer) === 'yes'
}
