"""The lab: what can be asked. Requests in, answers out, plain data only; doors show them."""
