/* Browsers load this module instead of `globals.inline.css`. */
export default ''
