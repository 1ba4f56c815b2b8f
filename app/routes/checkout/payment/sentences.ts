/* The sentences of the error catalogue. Source: specification §8, Payment. */
export const FINALIZING_FAILED = "Error finalizing payment, please try again.";
export const UNEXPECTED = "An unexpected error occurred. Please try again.";
