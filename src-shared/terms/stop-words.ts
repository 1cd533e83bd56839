/** Words that say nothing about what a text is about. Rooms that search for something of their own add theirs to these. */

/** The words of a list that is written with spaces and line breaks. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Words that nearly every text has, in English, Russian and Chinese. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  splitWords(`
  a an the this that these those and or but if then so as of in on at to from by for with about into is am are was were be been being
  i you he she it we they me him her us them my your his its our their do does did has have had will would shall should can could may might must
  what which who whom whose when where why how not no yes please there here any some also just very
  и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее её мне было вот от меня о из ему ли если уже или ни быть
  был была были до вас вам нас нам для при это этот эта эти тот та те мой моя ваш ваша наш какой какая какие какое который где там тут чтобы
  когда кто можно есть пожалуйста
  的 了 吗 呢 吧 是 在 和 与 我 你 他 她 们 请 问 什么 怎么 可以 请问 我们 你们 一下 这个 那个 如何 是否`),
)
