"""Mail that comes in: replies, bounces and requests to unsubscribe, by LMTP, webhook or IMAP."""
