/*
 * Preloaded into the app that is measured. The service allows 120 confirms a minute, and the app keeps to that: most
 * presses of a bench would be told to wait, which costs less than a confirm. So the budget that the app finds here
 * lets every press through. All other limits are its own.
 */

globalThis[Symbol.for('subnet-connect.process-singleton')] = new Map([
  [
    'confirm budget',
    {
      press: async () => ({ isDue: true }),
      waitOf: async () => null,
      spendSpare: async () => true,
      pause: async () => {},
      left: async () => 110,
    },
  ],
])
