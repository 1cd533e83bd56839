/** Chinese: what is said during a turn. */

export const QUEUE_ZH = {
  'Say something while it works': '它工作时也可以说话',
  'After this': '之后',
  'Next step': '下一步',
  Instead: '改为这个',
  'Waits until this turn is over.': '等到本轮结束。',
  'What is under way is finished first, then this is answered.': '先完成正在进行的步骤，然后回答这条消息。',
  'What is under way is cut off, and this is answered.': '中断正在进行的步骤，改为回答这条消息。',
  'Send after this': '之后发送',
  'Send at the next step': '在下一步发送',
  'Send instead': '改为发送这条',
  'When it is said: {when}': '何时说：{when}',
  'Waiting messages': '等待发送的消息',
  'Not sent yet: the turn before did not come to its end, or Baton was closed.':
    '尚未发送：上一轮没有结束，或者 Baton 曾被关闭。',
  'Edit what waits': '编辑等待的消息',
  'Remove what waits': '移除等待的消息',
  'Say it at the next step': '在下一步就说',
  'Send it now': '现在发送',
  'The waiting message': '等待的消息',
  'The waiting message could not be changed': '无法更改等待的消息',
  'What is said during a turn': '一轮进行中说的话',
  'When it counts, unless you choose otherwise beside Send.': '它何时生效，除非你在“发送”旁另行选择。',
} as const
