"""What the table lights and sounds: lamps and the buzzer."""
