// What few users need. It loads on demand, and as one file, because the name of each file adds to the first script.
export { followPhone } from './follow-phone'
export { PhoneCode } from './phone-code'
export { reportProblem } from './report-problem'
export { default } from './signed-earlier'
