/** Chinese: looking back. */

export const MOMENTS_ZH = {
  'Step {step} of {total}, {time}': '第 {step} 步，共 {total} 步，{time}',
  'Step {step} of {total}': '第 {step} 步，共 {total} 步',
  'Back to now': '回到现在',
  'Look back': '回看',
  'Every step of the thread will stand here, to go back and look at.': '会话的每一步都会显示在这里，可以回去查看。',
  Step: '步骤',
  'First step': '第一步',
  'Step back': '后退一步',
  'Step forward': '前进一步',
  'Last step': '最后一步',
  'You are looking back. Go back to now to say something.': '你正在回看。回到现在才能发言。',
  'You are looking back. Values can be changed now, not then.': '你正在回看。值只能在现在更改。',
  decision: '决定',
  plan: '计划',
  question: '问题',
  answer: '回答',
} as const
