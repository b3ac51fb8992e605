export { nearestName } from '../core/messages/spelling.js';
