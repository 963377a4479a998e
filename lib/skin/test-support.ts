import { configure } from '@/lib/config/test-support'
import { skin } from '.'

/* Reads the default skin, which gives the texts their names. This process then keeps it, as in a deployment. */

configure()
skin()
